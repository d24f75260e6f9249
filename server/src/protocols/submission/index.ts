import type {
  SMTPServerAddress,
  SMTPServerAuthentication,
  SMTPServerOptions,
  SMTPServerSession,
} from "smtp-server";
import type { Actor } from "../../engine/index.ts";
import type { Accounts } from "../../features/accounts/index.ts";
import type { Submit } from "../../features/submission/index.ts";
import { isLoopback } from "../../platform/addresses.ts";
import { SMTP_LIMITS } from "../smtp/limits.ts";
import {
  answer,
  createMailServer,
  type SmtpServer,
  type SmtpServerOptions,
} from "../smtp/mail-server.ts";
import { Reply } from "../smtp/reply.ts";
import { handInReply, signInReply } from "./replies.ts";

/** WIZ, SHELL and KILL are jokes of the library. */
const NEVER = ["WIZ", "SHELL", "KILL"];
/** Wrong passwords on one connection; the throttle of the accounts counts over all of them. */
const MAX_FAILURES = 3;

/** Parameters of RFC 1870, 6152, 6531, 3461 and 4954 §5. */
const OFFERED = {
  mail: ["SIZE", "BODY", "SMTPUTF8", "RET", "ENVID", "AUTH"],
  recipient: ["NOTIFY", "ORCPT"],
};
/** What of them goes along with the mail; the rest is of this one connection. */
const PASSED_ON = new Set(["RET", "ENVID", "NOTIFY", "ORCPT"]);

interface State {
  actor: Actor | null;
  failures: number;
}

/** The SMTP server to which people's mail programs hand in what is to be sent (RFC 6409), after they have signed in. */
export function createSubmissionServer(
  options: SmtpServerOptions & {
    readonly submit: Submit;
    readonly accounts: Pick<Accounts, "authenticate" | "refresh">;
    /** TLS from the first byte (RFC 8314 §3.3) instead of by STARTTLS. */
    readonly implicitTls: boolean;
    readonly maxRecipients: number;
  },
): SmtpServer {
  const { submit: handIn, accounts, implicitTls } = options;
  const log = options.log.child({ door: "submission" });
  const states = new WeakMap<SMTPServerSession, State>();

  const library: SMTPServerOptions = {
    secure: implicitTls,
    authMethods: ["PLAIN", "LOGIN"],
    // Where that is not so, AUTH is not there at all.
    allowInsecureAuth: true,
    authRequiredMessage: "5.7.0 Sign in first",
    disabledCommands: NEVER,
    hideDSN: false,

    onConnect(session, callback) {
      // RFC 4954 §4, RFC 8314 §3: no password is asked for where others can read it.
      session.disabledCommands = isPrivate(session) ? NEVER : [...NEVER, "AUTH"];
      callback();
    },

    onSecure(_socket, session, callback) {
      // RFC 3207 §4.2: whatever was said before is forgotten.
      states.delete(session);
      session.disabledCommands = NEVER;
      callback();
    },

    onAuth(auth, session, callback) {
      void answer(signIn(auth, session), callback);
    },
  };

  const server = createMailServer(
    {
      ...options,
      log,
      library,
      limits: { ...SMTP_LIMITS, maxRecipients: options.maxRecipients, ...options.limits },
    },
    { offered: OFFERED, sender, recipient, message },
  );

  function stateOf(session: SMTPServerSession): State {
    const state = states.get(session) ?? { actor: null, failures: 0 };
    states.set(session, state);
    return state;
  }

  async function signIn(
    { username, password, authzid }: SMTPServerAuthentication,
    session: SMTPServerSession,
  ): Promise<{ user: string }> {
    const state = stateOf(session);
    try {
      // RFC 4616 §2: nobody acts for another user.
      if (authzid && authzid !== username)
        throw new Reply(535, "5.7.8 Authorization identity differs from the user");
      const given = { address: username ?? "", password: password ?? "" };
      const actor = await accounts.authenticate(given, { ip: session.remoteAddress });
      if (!handIn.maySend(actor)) throw new Reply(535, "5.7.8 This app password may not send mail");
      state.actor = actor;
      log.info({ session: session.id, person: actor.personId }, "signed in");
      return { user: actor.personId };
    } catch (error) {
      state.failures += 1;
      const reply = signInReply(error);
      const details = { session: session.id, peer: session.remoteAddress, reply: reply.message };
      if (reply.responseCode === 451) log.error({ ...details, err: error }, "sign-in failed");
      else log.info(details, "sign-in refused");
      if (state.failures >= MAX_FAILURES) throw new Reply(421, "4.7.0 Too many failed sign-ins");
      throw reply;
    }
  }

  /** Who has signed in, as of now: who was disabled since sends no more. */
  async function actorOf(session: SMTPServerSession): Promise<Actor> {
    if (!isPrivate(session)) throw new Reply(530, "5.7.0 Say STARTTLS first");
    const state = stateOf(session);
    // A proxy's word for who signed in is not taken.
    if (state.actor === null || !session.user) throw new Reply(530, "5.7.0 Sign in first");
    state.actor = await accounts.refresh(state.actor);
    if (state.actor === null) throw new Reply(421, "4.7.0 Sign in again");
    return state.actor;
  }

  async function sender(address: SMTPServerAddress, session: SMTPServerSession): Promise<void> {
    const actor = await actorOf(session);
    if (!handIn.areMailParameters(parametersOf(address)))
      throw new Reply(501, "5.5.4 Parameter has an invalid value");
    if (!(await handIn.mayReturnTo(actor, address.address)))
      throw new Reply(550, "5.7.1 You may not send from this address");
  }

  async function recipient(address: SMTPServerAddress): Promise<void> {
    if (!handIn.areRecipientParameters(parametersOf(address)))
      throw new Reply(501, "5.5.4 Parameter has an invalid value");
    const found = await handIn.recipient(address.address);
    if (found === "invalid") throw new Reply(553, "5.1.3 Invalid address");
    if (found === "unknown") throw new Reply(550, "5.1.1 No such mailbox here");
  }

  async function message(
    source: AsyncIterable<Uint8Array>,
    session: SMTPServerSession,
    transactionId: string,
  ): Promise<object> {
    const actor = await actorOf(session);
    const { mailFrom, rcptTo } = session.envelope;
    try {
      const taken = await handIn.take(source, {
        transactionId,
        actor,
        mailFrom: mailFrom ? mailFrom.address : "",
        mailFromParams: mailFrom ? parametersOf(mailFrom) : {},
        recipients: rcptTo.map((to) => ({ address: to.address, params: parametersOf(to) })),
      });
      return { ...taken, person: actor.personId, recipients: rcptTo.length };
    } catch (error) {
      throw handInReply(error);
    }
  }

  return server;
}

/** Whether nobody but the two ends can read along. */
function isPrivate({ secure, remoteAddress }: SMTPServerSession): boolean {
  return secure || isLoopback(remoteAddress);
}

/** As the envelope of a mail has them: values without their xtext encoding, which the library has removed. */
function parametersOf({ args }: SMTPServerAddress): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(args || {})
      .filter(([name]) => PASSED_ON.has(name))
      .map(([name, value]) => [name, typeof value === "string" ? value : null]),
  );
}
