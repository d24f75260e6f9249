import type { ConnectionOptions } from "node:tls";
import { openConnection, type Connection } from "./connection.ts";
import { mailCommand, rcptCommand, type OutgoingEnvelope } from "./envelope.ts";
import { BLOCK, type Timeouts } from "./limits.ts";
import type { OutgoingMessage, Rendered } from "./outgoing-message.ts";
import type { Reply } from "./replies.ts";
import { SessionError, type Stage } from "./session-error.ts";

/** How much the encryption of a connection has to prove. */
export type Security =
  /** Used when offered; whose certificate it is does not matter (RFC 7435). */
  | "opportunistic"
  /** There has to be encryption, by the very server that was meant. */
  | "verified"
  /** In the clear: the server's encryption was tried and does not work. */
  | "none";

export interface SessionOptions {
  /** Name of the server, for its certificate. */
  readonly host: string;
  readonly address: string;
  readonly port: number;
  readonly implicitTls: boolean;
  readonly security: Security;
  /** What this server calls itself. */
  readonly ownName: string;
  readonly credentials: { readonly user: string; readonly password: string } | null;
  /** Authorities to trust beside the known ones (PEM). */
  readonly authorities: readonly string[] | null;
  readonly timeouts: Timeouts;
  /** Ends it while it is being opened. */
  readonly signal: AbortSignal;
}

/** What became of a message, by recipient. Whoever is not named in `replies` was not decided about. */
export interface Sent {
  readonly replies: ReadonlyMap<string, Reply>;
  /** Why the session broke off before its end. */
  readonly failure: SessionError | null;
  /** The final dot was on its way: the server may have taken the message. */
  readonly isUncertain: boolean;
}

/** A session with another server (RFC 5321 §3). */
export interface Session {
  /** What the server calls itself. */
  readonly serverName: string;
  readonly extensions: ReadonlyMap<string, string>;
  readonly isSecure: boolean;
  /** Can be used for another message. */
  readonly isUsable: boolean;
  send(envelope: OutgoingEnvelope, message: OutgoingMessage): Promise<Sent>;
  /** Ends it politely, without waiting long. */
  quit(): Promise<void>;
  /** Ends it at once with `why`, unless the server has the whole message and is about to answer. */
  interrupt(why: SessionError): void;
  destroy(): void;
}

/** Connects, greets, encrypts, signs in. @throws SessionError */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { host, security, ownName, credentials, timeouts, signal } = options;
  const tls: ConnectionOptions = {
    // The name, or address, that a certificate has to be for.
    host,
    // SNI takes names alone (RFC 6066 §3).
    ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
    rejectUnauthorized: security === "verified",
    ...(options.authorities === null ? {} : { ca: [...options.authorities] }),
  };
  const connection = await openConnection({
    address: options.address,
    port: options.port,
    tls: options.implicitTls ? tls : null,
    timeout: timeouts.connect,
    signal,
  });
  const end = (): void => connection.destroy();
  signal.addEventListener("abort", end);
  try {
    refuseBut(2, await connection.reply("greeting", timeouts.greeting), "greeting");
    let said = await hello(connection, ownName, timeouts);
    if (!connection.isSecure && security !== "none") {
      if (said.extensions.has("STARTTLS")) {
        await connection.write("STARTTLS\r\n", "tls", timeouts.tls);
        const ready = await connection.reply("tls", timeouts.tls);
        if (ready.code !== 220)
          throw new SessionError("tls", "the server would not begin encryption", {
            status: "4.7.5",
          });
        await connection.secure(tls, timeouts.tls);
        // RFC 3207 §4.2: nothing that was received before counts any more.
        said = await hello(connection, ownName, timeouts);
      } else if (security === "verified") {
        throw new SessionError("tls", "the server offers no encryption", { status: "4.7.10" });
      }
    }
    if (credentials !== null) await signIn(connection, credentials, said.extensions, timeouts);
    return sessionOver(connection, said, timeouts);
  } catch (error) {
    connection.destroy();
    throw error;
  } finally {
    signal.removeEventListener("abort", end);
  }
}

function refuseBut(group: number, reply: Reply, stage: Stage): void {
  if (Math.floor(reply.code / 100) === group) return;
  const status = reply.code >= 400 ? reply.status : "4.5.0";
  throw new SessionError(stage, reply.text, { reply, status });
}

interface Hello {
  readonly serverName: string;
  readonly extensions: ReadonlyMap<string, string>;
}

async function hello(connection: Connection, ownName: string, timeouts: Timeouts): Promise<Hello> {
  const ask = async (verb: string): Promise<Reply> => {
    await connection.write(`${verb} ${ownName}\r\n`, "hello", timeouts.hello);
    return await connection.reply("hello", timeouts.hello);
  };
  const reply = await ask("EHLO");
  if (reply.code >= 500) {
    // RFC 5321 §3.2: an old server knows only HELO.
    const old = await ask("HELO");
    refuseBut(2, old, "hello");
    return { serverName: nameIn(old), extensions: new Map() };
  }
  refuseBut(2, reply, "hello");
  const extensions = reply.lines.slice(1).map((line): [string, string] => {
    const [keyword = "", ...rest] = line.trim().split(/\s+/);
    return [keyword.toUpperCase(), rest.join(" ")];
  });
  return { serverName: nameIn(reply), extensions: new Map(extensions) };
}

const nameIn = ({ lines }: Reply): string => lines[0]!.trim().split(/\s/, 1)[0]!.toLowerCase();

async function signIn(
  connection: Connection,
  { user, password }: { readonly user: string; readonly password: string },
  extensions: ReadonlyMap<string, string>,
  timeouts: Timeouts,
): Promise<void> {
  const ask = async (line: string): Promise<Reply> => {
    await connection.write(`${line}\r\n`, "sign-in", timeouts.signIn);
    return await connection.reply("sign-in", timeouts.signIn);
  };
  const base64 = (text: string): string => Buffer.from(text, "utf8").toString("base64");
  const ways = (extensions.get("AUTH") ?? "").toUpperCase().split(" ");
  let reply: Reply;
  if (ways.includes("PLAIN")) reply = await ask(`AUTH PLAIN ${base64(`\0${user}\0${password}`)}`);
  else if (ways.includes("LOGIN")) {
    reply = await ask("AUTH LOGIN");
    if (reply.code === 334) reply = await ask(base64(user));
    if (reply.code === 334) reply = await ask(base64(password));
  } else {
    throw new SessionError("sign-in", "the server offers no way to sign in that is known here", {
      status: "4.7.0",
    });
  }
  if (reply.code === 235) return;
  // A wrong password is for the administrator to put right; no message has to fail for it.
  throw new SessionError("sign-in", reply.text, { reply, status: "4.7.8" });
}

function sessionOver(
  connection: Connection,
  { serverName, extensions }: Hello,
  timeouts: Timeouts,
): Session {
  let isWaitingForEnd = false;
  let isBusy = false;
  let isInsideTransaction = false;

  async function ask(line: string, stage: Stage, timeout: number): Promise<Reply> {
    await connection.write(`${line}\r\n`, stage, timeout);
    return await connection.reply(stage, timeout);
  }

  /** Sends the commands all at once where the server can bear it (RFC 2920), and reads the replies one by one. */
  async function* askAll(
    commands: readonly { readonly line: string; readonly stage: "mail" | "rcpt" }[],
  ): AsyncGenerator<Reply> {
    if (!extensions.has("PIPELINING")) {
      for (const { line, stage } of commands) yield await ask(line, stage, timeouts[stage]);
      return;
    }
    const all = commands.map(({ line }) => `${line}\r\n`).join("");
    await connection.write(all, "mail", timeouts.mail);
    for (const { stage } of commands) yield await connection.reply(stage, timeouts[stage]);
  }

  async function transaction(
    envelope: OutgoingEnvelope,
    message: Rendered,
    replies: Map<string, Reply>,
  ): Promise<void> {
    const { recipients } = envelope;
    if (isInsideTransaction) refuseBut(2, await ask("RSET", "mail", timeouts.mail), "mail");
    isInsideTransaction = true;
    const accepted: string[] = [];
    const answers = askAll([
      { line: mailCommand(envelope, extensions, message), stage: "mail" },
      ...recipients.map((to) => ({ line: rcptCommand(to, extensions), stage: "rcpt" as const })),
    ]);
    const mail = (await answers.next()).value as Reply;
    if (mail.code === 421) refuseBut(2, mail, "mail");
    const isRefused = mail.code >= 300;
    if (isRefused) for (const { address } of recipients) replies.set(address, asRefusal(mail));
    // Without pipelining nothing more has been asked.
    if (isRefused && !extensions.has("PIPELINING")) return;
    for (const { address } of recipients) {
      const reply = (await answers.next()).value as Reply;
      if (reply.code === 421) refuseBut(2, reply, "rcpt");
      if (isRefused) continue;
      if (reply.code < 300) accepted.push(address);
      else replies.set(address, asRefusal(reply));
    }
    if (accepted.length === 0) return;
    const go = await ask("DATA", "data", timeouts.data);
    if (go.code === 421) refuseBut(2, go, "data");
    if (go.code !== 354) {
      for (const address of accepted) replies.set(address, asRefusal(go));
      // "250" to DATA: nobody knows what this server thinks is going on.
      if (go.code < 400) connection.destroy();
      return;
    }
    for (const block of dotted(message.bytes)) {
      await connection.write(block, "message", timeouts.block);
      if (connection.isOver) break;
    }
    // Who answers before the end has not taken the message, whatever the answer is; and an end would make it take a piece.
    if (connection.isOver) {
      const early = asRefusal(await connection.reply("message", timeouts.block));
      for (const address of accepted) replies.set(address, early);
      connection.destroy();
      return;
    }
    isWaitingForEnd = true;
    await connection.write(".\r\n", "end", timeouts.block);
    const end = await connection.reply("end", timeouts.end);
    isWaitingForEnd = false;
    isInsideTransaction = false;
    for (const address of accepted) replies.set(address, end.code < 300 ? end : asRefusal(end));
  }

  return {
    serverName,
    extensions,
    isSecure: connection.isSecure,
    get isUsable() {
      return !isBusy && !connection.isOver;
    },
    async send(envelope, message) {
      const replies = new Map<string, Reply>();
      isBusy = true;
      isWaitingForEnd = false;
      try {
        const rendered = await message.render(extensions, envelope);
        if ("refusal" in rendered) {
          for (const { address } of envelope.recipients) replies.set(address, rendered.refusal);
          return { replies, failure: null, isUncertain: false };
        }
        await transaction(envelope, rendered, replies);
        return { replies, failure: null, isUncertain: false };
      } catch (error) {
        connection.destroy();
        if (!(error instanceof SessionError)) throw error;
        return { replies, failure: error, isUncertain: isWaitingForEnd };
      } finally {
        isBusy = false;
      }
    },
    async quit() {
      if (!connection.isOver) await ask("QUIT", "end", timeouts.quit).catch(() => undefined);
      connection.destroy();
    },
    interrupt(why) {
      if (!isWaitingForEnd) connection.destroy(why);
    },
    destroy: () => connection.destroy(),
  };
}

/** A reply that makes no sense where it stands counts as a temporary refusal. */
function asRefusal(reply: Reply): Reply {
  if (reply.code >= 400) return reply;
  return { ...reply, code: 451, status: "4.5.0", text: `451 4.5.0 unexpected: ${reply.text}` };
}

/** RFC 5321 §4.5.2: a dot at the start of a line is doubled. The bytes end with a line end, and hold no lone CR or LF. */
function* dotted(bytes: Buffer): Generator<Buffer> {
  const DOT = Buffer.from(".");
  let from = 0;
  const upTo = function* (to: number): Generator<Buffer> {
    for (; from < to; from += BLOCK) yield bytes.subarray(from, Math.min(from + BLOCK, to));
    from = to;
  };
  if (bytes[0] === 0x2e) yield DOT;
  for (let at = bytes.indexOf("\r\n."); at >= 0; at = bytes.indexOf("\r\n.", at + 2)) {
    yield* upTo(at + 2);
    yield DOT;
  }
  yield* upTo(bytes.length);
}
