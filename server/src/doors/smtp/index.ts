import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type {
  SMTPServerAddress,
  SMTPServerDataStream,
  SMTPServerOptions,
  SMTPServerSession,
} from "smtp-server";
import type { Envelope, EnvelopeRecipient, Inbound } from "../../features/submission/index.ts";
import { RefusedMessage } from "../../features/submission/index.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Log } from "../../platform/log/index.ts";
import type { Certificate } from "../../platform/tls/index.ts";
import { SMTP_LIMITS, type SmtpLimits } from "./limits.ts";
import { Listener } from "./listener.ts";
import { Reply, replyTo } from "./reply.ts";

export type { SmtpLimits } from "./limits.ts";

export interface SmtpDoor {
  /** Resolves with the port, which is a free one when 0 was asked for. */
  listen(port: number, host: string): Promise<number>;
  /** Takes no new mail, lets messages that are arriving finish for a while, then ends all connections. */
  close(): Promise<void>;
}

type Protocol = Envelope["protocol"];

/** What one connection has been told so far. */
interface State {
  readonly recipients: Map<string, EnvelopeRecipient>;
  refused: number;
}

/** The SMTP server on which mail from outside arrives (RFC 5321). It relays nothing and offers no sign-in. */
export function createSmtpDoor(options: {
  readonly inbound: Inbound;
  readonly ids: Ids;
  readonly log: Log;
  /** The name in the greeting and in Received fields. */
  readonly hostName: string;
  /** For STARTTLS. */
  readonly certificate: Certificate;
  /** Octets. */
  readonly maxMessageSize: number;
  /** Addresses and networks that may speak PROXY or XCLIENT. */
  readonly proxyFrom?: readonly string[];
  readonly limits?: Partial<SmtpLimits>;
}): SmtpDoor {
  const { inbound, ids, hostName, certificate, maxMessageSize } = options;
  const limits: SmtpLimits = { ...SMTP_LIMITS, ...options.limits };
  const log = options.log.child({ door: "smtp" });
  const states = new WeakMap<SMTPServerSession, State>();
  const arriving = new Map<SMTPServerSession, Promise<void>>();
  let closing = false;

  const handlers: SMTPServerOptions = {
    onConnect(session, callback) {
      states.set(session, { recipients: new Map(), refused: 0 });
      let same = 0;
      for (const connection of listener.connections) {
        if (connection.remoteAddress === session.remoteAddress) same += 1;
      }
      if (same > limits.maxConnectionsPerAddress) {
        return callback(new Reply(421, `${hostName} Too many connections from your address`));
      }
      callback();
    },

    onMailFrom(address, session, callback) {
      stateOf(session).recipients.clear();
      callback(checkSender(address, session, limits));
    },

    onRcptTo(address, session, callback) {
      void answer(acceptRecipient(address, session), callback);
    },

    onData(stream, session, callback) {
      const work = answer(accept(stream, session), callback);
      arriving.set(
        session,
        work.finally(() => {
          arriving.delete(session);
          if (closing) listener.connectionOf(session)?.send(421, "4.3.2 Server is shutting down");
        }),
      );
    },
  };

  const listener = new Listener(
    {
      ...handlers,
      name: hostName,
      logger: false,
      size: maxMessageSize,
      rejectOversized: true,
      hideENHANCEDSTATUSCODES: false,
      ...certificate,
      minVersion: "TLSv1.2",
      // WIZ, SHELL and KILL are jokes of the library; nobody signs in here.
      disabledCommands: ["AUTH", "WIZ", "SHELL", "KILL"],
      hideREQUIRETLS: true,
      disableReverseLookup: true,
      maxClients: limits.maxConnections,
      maxRecipients: limits.maxRecipients,
      socketTimeout: limits.idleTimeout,
      closeTimeout: limits.closeTimeout,
      heloResponse: "%s",
    },
    {
      proxyFrom: options.proxyFrom ?? [],
      limits,
      log: (message, details) => log.debug(details, message),
    },
  );
  listener.on("error", (error: Error) => log.warn({ reason: error.message }, "SMTP server"));

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
    const fault = checkParameters(address, [], session);
    if (fault) throw fault;
    const route = await inbound.route(address.address).catch((error: unknown) => {
      log.error({ err: error, session: session.id }, "a recipient could not be looked up");
      throw replyTo(error);
    });
    if (route.kind === "ours") {
      state.recipients.set(address.address, route.recipient);
      return;
    }
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

  async function accept(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<string> {
    const { envelope } = session;
    const known = stateOf(session).recipients;
    const recipients = envelope.rcptTo.flatMap(({ address }) => known.get(address) ?? []);
    const transactionId = ids.next("t");
    const started = performance.now();
    const timer = setTimeout(
      () => stream.destroy(new Reply(421, "4.4.2 Message took too long")),
      limits.dataTimeout,
    );
    try {
      const received = await inbound.receive(
        chunksOf(stream),
        {
          transactionId,
          mailFrom: envelope.mailFrom ? envelope.mailFrom.address : "",
          helo: session.hostNameAppearsAs,
          remoteAddress: session.remoteAddress,
          protocol: protocolOf(session),
          isTrusted: listener.isTrusted(session.remoteAddress),
        },
        recipients,
      );
      log.info(
        {
          session: session.id,
          peer: session.remoteAddress,
          transaction: transactionId,
          size: received.size,
          authentication: received.authentication,
          emails: received.emails.map(({ emailId }) => emailId),
          ms: Math.round(performance.now() - started),
        },
        "mail received",
      );
      return `2.6.0 Accepted as ${transactionId}`;
    } catch (error) {
      const reply = replyTo(error);
      const details = {
        session: session.id,
        peer: session.remoteAddress,
        transaction: transactionId,
      };
      if (reply.responseCode === 451 && !stream.destroyed && !(error instanceof RefusedMessage))
        log.error({ ...details, err: error }, "mail not taken");
      else log.info({ ...details, reply: reply.message }, "mail refused");
      drain(stream, session);
      throw reply;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Reads on to the end of a refused message, so that the client hears the answer; but not forever. */
  function drain(stream: SMTPServerDataStream, session: SMTPServerSession): void {
    let left = 2 * maxMessageSize;
    stream.on("data", (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) {
        stream.destroy();
        listener
          .connectionOf(session)
          ?.send(421, "4.3.4 Message is far larger than this server takes");
      }
    });
    stream.resume();
  }

  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        listener.server.once("error", reject);
        listener.listen(port, host, () => {
          listener.server.off("error", reject);
          resolve((listener.server.address() as AddressInfo).port);
        });
      }),

    async close() {
      closing = true;
      const closed = new Promise<void>((resolve) => listener.close(resolve));
      for (const connection of listener.connections) {
        if (!arriving.has(connection.session))
          connection.send(421, "4.3.2 Server is shutting down");
      }
      await Promise.race([
        Promise.all(arriving.values()),
        wait(limits.closeTimeout, undefined, { ref: false }),
      ]);
      for (const connection of listener.connections)
        connection.send(421, "4.3.2 Server is shutting down");
      await closed;
    },
  };
}

function protocolOf({ envelope, openingCommand, secure }: SMTPServerSession): Protocol {
  if (openingCommand !== "EHLO") return "SMTP";
  return `${envelope.smtpUtf8 ? "UTF8SMTP" : "ESMTP"}${secure ? "S" : ""}`;
}

/** Tells smtp-server how it went: nothing, a text for the client, or a reply that refuses. */
async function answer<T>(
  work: Promise<T>,
  callback: (error: Error | null, result?: T) => void,
): Promise<void> {
  let result: T;
  try {
    result = await work;
  } catch (error) {
    return callback(replyTo(error));
  }
  callback(null, result);
}

/** The bytes of a message. The stream outlives the reading, so that what is not wanted can be read away. */
async function* chunksOf(stream: SMTPServerDataStream): AsyncGenerator<Uint8Array> {
  yield* stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
}

function checkSender(
  address: SMTPServerAddress,
  session: SMTPServerSession,
  limits: SmtpLimits,
): Reply | null {
  if ((session.transaction ?? 1) > limits.maxMessagesPerConnection) {
    return new Reply(421, "4.7.0 Too many messages in one connection");
  }
  return checkParameters(address, ["SIZE", "BODY", "SMTPUTF8"], session);
}

/** RFC 5321 §4.1.1.11: what was not offered is refused, not overlooked. RFC 6531 §3.2: nor is UTF-8 without SMTPUTF8. */
function checkParameters(
  { address, args }: SMTPServerAddress,
  offered: readonly string[],
  session: SMTPServerSession,
): Reply | null {
  const strange = Object.keys(args || {}).find((name) => !offered.includes(name));
  if (strange !== undefined) return new Reply(555, "5.5.4 Parameter is not supported");
  const local = address.slice(0, Math.max(0, address.lastIndexOf("@")));
  if (/[^\p{ASCII}]/u.test(local) && !session.envelope.smtpUtf8) {
    return new Reply(553, "5.6.7 This address needs SMTPUTF8");
  }
  return null;
}
