import type { SMTPServerAddress, SMTPServerSession } from "smtp-server";
import type { Envelope, EnvelopeRecipient, Inbound } from "../../features/inbound/index.ts";
import { SMTP_LIMITS, type SmtpLimits } from "./limits.ts";
import { createMailServer, type SmtpServer, type SmtpServerOptions } from "./mail-server.ts";
import { Reply } from "./reply.ts";

export type { SmtpLimits } from "./limits.ts";
export type { SmtpServer } from "./mail-server.ts";

type Protocol = Envelope["protocol"];

/** What one connection has been answered so far. */
interface State {
  readonly recipients: Map<string, EnvelopeRecipient>;
  refused: number;
}

/** The SMTP server on which mail from outside arrives (RFC 5321). It relays nothing and offers no sign-in. */
export function createSmtpServer(
  options: SmtpServerOptions & { readonly inbound: Inbound },
): SmtpServer {
  const { inbound } = options;
  const limits: SmtpLimits = { ...SMTP_LIMITS, ...options.limits };
  const log = options.log.child({ door: "smtp" });
  const states = new WeakMap<SMTPServerSession, State>();

  const server = createMailServer(
    {
      ...options,
      log,
      limits,
      // WIZ, SHELL and KILL are jokes of the library; nobody signs in here.
      library: { disabledCommands: ["AUTH", "WIZ", "SHELL", "KILL"] },
    },
    {
      offered: { mail: ["SIZE", "BODY", "SMTPUTF8"], recipient: [] },
      async sender(_address, session) {
        stateOf(session).recipients.clear();
      },
      recipient: acceptRecipient,
      message: accept,
    },
  );

  function stateOf(session: SMTPServerSession): State {
    const state = states.get(session) ?? { recipients: new Map(), refused: 0 };
    states.set(session, state);
    return state;
  }

  async function acceptRecipient(
    address: SMTPServerAddress,
    session: SMTPServerSession,
  ): Promise<void> {
    const state = stateOf(session);
    const { mailFrom } = session.envelope;
    const size = Number((mailFrom && mailFrom.args && mailFrom.args["SIZE"]) || 0);
    const route = await inbound.route(address.address, size);
    if (route.kind === "ours") {
      state.recipients.set(address.address, route.recipient);
      return;
    }
    if (route.kind === "none-yet") throw new Reply(450, "4.2.1 No mailbox exists here yet");
    if (route.kind === "full") throw new Reply(452, "4.2.2 The mailbox is full");
    state.refused += 1;
    log.info(
      { session: session.id, peer: session.remoteAddress, reason: route.kind },
      "recipient refused",
    );
    if (state.refused > limits.maxRefusedRecipients)
      throw new Reply(421, "4.7.0 Too many unknown recipients");
    throw route.kind === "unknown"
      ? new Reply(550, "5.1.1 No such mailbox here")
      : new Reply(550, "5.7.1 Relaying denied");
  }

  async function accept(
    source: AsyncIterable<Uint8Array>,
    session: SMTPServerSession,
    transactionId: string,
  ): Promise<object> {
    const { envelope } = session;
    const known = stateOf(session).recipients;
    const received = await inbound.receive(
      source,
      {
        transactionId,
        mailFrom: envelope.mailFrom ? envelope.mailFrom.address : "",
        helo: session.hostNameAppearsAs,
        remoteAddress: session.remoteAddress,
        protocol: protocolOf(session),
        isTrusted: server.isTrusted(session.remoteAddress),
      },
      envelope.rcptTo.flatMap(({ address }) => known.get(address) ?? []),
    );
    return {
      size: received.size,
      authentication: received.authentication,
      emails: received.emails.map(({ emailId }) => emailId),
    };
  }

  return server;
}

function protocolOf({ envelope, openingCommand, secure }: SMTPServerSession): Protocol {
  if (openingCommand !== "EHLO") return "SMTP";
  return `${envelope.smtpUtf8 ? "UTF8SMTP" : "ESMTP"}${secure ? "S" : ""}`;
}
