import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type {
  SMTPServerAddress,
  SMTPServerDataStream,
  SMTPServerOptions,
  SMTPServerSession,
} from "smtp-server";
import { RefusedMessage } from "../../features/mail/index.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Log } from "../../platform/log/index.ts";
import type { Certificate } from "../../platform/tls/index.ts";
import type { SmtpLimits } from "./limits.ts";
import { Listener } from "./listener.ts";
import { Reply, replyTo } from "./reply.ts";

export interface SmtpServer {
  /** Resolves with the port, which is a free one when 0 was asked for. */
  listen(port: number, host: string): Promise<number>;
  /** Shows another certificate to those who come from now on. */
  renew(certificate: Certificate): void;
  /** Takes no new mail, lets messages that are arriving finish for a while, then ends all connections. */
  close(): Promise<void>;
}

/** What became of a message that was sent whole: ours now, refused for a reason, or not taken for want of our own. */
export type MessageOutcome = "accepted" | "refused" | "failed";

/** What one kind of SMTP server decides. What is thrown becomes the reply. */
export interface MailHandlers {
  /** ESMTP parameters that it offers. */
  readonly offered: { readonly mail: readonly string[]; readonly recipient: readonly string[] };
  sender(address: SMTPServerAddress, session: SMTPServerSession): Promise<void>;
  recipient(address: SMTPServerAddress, session: SMTPServerSession): Promise<void>;
  /** Takes a message under a name that it then has in the log and the reply. Answers what else to log. */
  message(
    source: AsyncIterable<Uint8Array>,
    session: SMTPServerSession,
    transactionId: string,
  ): Promise<object>;
}

/** What every kind of SMTP server is started with. */
export interface SmtpServerOptions {
  readonly ids: Ids;
  readonly log: Log;
  /** The name in the greeting and in Received fields. */
  readonly hostName: string;
  /** For STARTTLS, or TLS from the first byte. */
  readonly certificate: Certificate;
  /** Receives the outcome of each message, and how many seconds it took. */
  readonly observed?: ((outcome: MessageOutcome, seconds: number) => void) | undefined;
  /** Receives each reply that turned away a sender, a recipient or a message. */
  readonly refused?: ((code: number, text: string) => void) | undefined;
  /** Octets. */
  readonly maxMessageSize: number;
  /** Addresses and networks that may speak PROXY or XCLIENT. */
  readonly proxyFrom?: readonly string[];
  readonly limits?: Partial<SmtpLimits>;
}

export interface MailServerOptions extends SmtpServerOptions {
  readonly limits: SmtpLimits;
  /** What the library is to do beyond what all SMTP servers of this house do. */
  readonly library: SMTPServerOptions;
}

export interface MailServer extends SmtpServer {
  /** Whether an address is a proxy's; behind one, the session has the client's. */
  isTrusted(address: string): boolean;
}

/** An SMTP server (RFC 5321) with the guards and limits that hold whoever the clients are. */
export function createMailServer(options: MailServerOptions, handlers: MailHandlers): MailServer {
  const { ids, log, hostName, certificate, maxMessageSize, limits, library } = options;
  const arriving = new Map<SMTPServerSession, Promise<void>>();
  let closing = false;

  const listener = new Listener(
    {
      name: hostName,
      logger: false,
      size: maxMessageSize,
      rejectOversized: true,
      hideENHANCEDSTATUSCODES: false,
      ...certificate,
      minVersion: "TLSv1.2",
      hideREQUIRETLS: true,
      disableReverseLookup: true,
      maxClients: limits.maxConnections,
      maxRecipients: limits.maxRecipients,
      socketTimeout: limits.idleTimeout,
      closeTimeout: limits.closeTimeout,
      heloResponse: "%s",
      ...library,

      onConnect(session, callback) {
        let same = 0;
        for (const connection of listener.connections) {
          if (connection.remoteAddress === session.remoteAddress) same += 1;
        }
        if (same > limits.maxConnectionsPerAddress) {
          return callback(new Reply(421, `${hostName} Too many connections from your address`));
        }
        if (library.onConnect === undefined) callback();
        else library.onConnect(session, callback);
      },

      onMailFrom(address, session, callback) {
        void answer(observeRefusal(acceptSender(address, session)), callback);
      },

      onRcptTo(address, session, callback) {
        void answer(observeRefusal(acceptRecipient(address, session)), callback);
      },

      onData(stream, session, callback) {
        const work = answer(observeRefusal(accept(stream, session)), callback);
        arriving.set(
          session,
          work.finally(() => {
            arriving.delete(session);
            if (closing) listener.connectionOf(session)?.send(421, "4.3.2 Server is shutting down");
          }),
        );
      },
    },
    {
      proxyFrom: options.proxyFrom ?? [],
      limits,
      log: (message, details) => log.debug(details, message),
    },
  );
  listener.on("error", (error: Error) => log.warn({ reason: error.message }, "SMTP server error"));

  async function observeRefusal<T>(work: Promise<T>): Promise<T> {
    return await work.catch((error: unknown) => {
      const reply = replyTo(error);
      options.refused?.(reply.responseCode, reply.message);
      throw reply;
    });
  }

  async function acceptSender(
    address: SMTPServerAddress,
    session: SMTPServerSession,
  ): Promise<void> {
    if ((session.transaction ?? 1) > limits.maxMessagesPerConnection)
      throw new Reply(421, "4.7.0 Too many messages in one connection");
    checkParameters(address, handlers.offered.mail, session);
    await loggedIfOurs(handlers.sender(address, session), session, "a sender");
  }

  async function acceptRecipient(
    address: SMTPServerAddress,
    session: SMTPServerSession,
  ): Promise<void> {
    checkParameters(address, handlers.offered.recipient, session);
    await loggedIfOurs(handlers.recipient(address, session), session, "a recipient");
  }

  async function loggedIfOurs(
    work: Promise<void>,
    session: SMTPServerSession,
    whom: string,
  ): Promise<void> {
    await work.catch((error: unknown) => {
      if (!(error instanceof Reply))
        log.error({ err: error, session: session.id }, `could not look up ${whom}`);
      throw error;
    });
  }

  async function accept(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<string> {
    const transactionId = ids.next("t");
    const started = performance.now();
    let outcome: MessageOutcome = "failed";
    const timer = setTimeout(
      () => stream.destroy(new Reply(421, "4.4.2 Message took too long")),
      limits.dataTimeout,
    );
    const details = {
      session: session.id,
      peer: session.remoteAddress,
      transaction: transactionId,
    };
    try {
      const more = await handlers.message(chunksOf(stream), session, transactionId);
      const ms = Math.round(performance.now() - started);
      outcome = "accepted";
      log.info({ ...details, ...more, ms }, "mail received");
      return `2.6.0 Accepted as ${transactionId}`;
    } catch (error) {
      const reply = replyTo(error);
      const isOurs = !(error instanceof Reply || error instanceof RefusedMessage);
      outcome = isOurs ? "failed" : "refused";
      if (isOurs && !stream.destroyed)
        log.error({ ...details, err: error }, "could not accept mail");
      else log.info({ ...details, reply: reply.message }, "mail refused");
      drain(stream, session);
      throw reply;
    } finally {
      clearTimeout(timer);
      options.observed?.(outcome, (performance.now() - started) / 1000);
    }
  }

  /** Reads on to the end of a refused message, so that the client reads the answer; but not forever. */
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
    isTrusted: (address) => listener.isTrusted(address),

    listen: (port, host) =>
      new Promise((resolve, reject) => {
        listener.server.once("error", reject);
        listener.listen(port, host, () => {
          listener.server.off("error", reject);
          resolve((listener.server.address() as AddressInfo).port);
        });
      }),

    renew: (renewed) => listener.updateSecureContext({ ...renewed }),

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

/** Answers smtp-server how it went: nothing, a text for the client, or a reply that refuses. */
export async function answer<T>(
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

/** RFC 5321 §4.1.1.11: what was not offered is refused, not overlooked. RFC 6531 §3.2: nor is UTF-8 without SMTPUTF8. */
function checkParameters(
  { address, args }: SMTPServerAddress,
  offered: readonly string[],
  session: SMTPServerSession,
): void {
  const strange = Object.keys(args || {}).find((name) => !offered.includes(name));
  if (strange !== undefined) throw new Reply(555, "5.5.4 Parameter is not supported");
  const local = address.slice(0, Math.max(0, address.lastIndexOf("@")));
  if (/[^\p{ASCII}]/u.test(local) && !session.envelope.smtpUtf8)
    throw new Reply(553, "5.6.7 This address needs SMTPUTF8");
}
