import { once } from "node:events";
import { connect as connectPlain, type Socket } from "node:net";
import { connect as connectTls, type ConnectionOptions, type TLSSocket } from "node:tls";
import { MAX_RECIPIENTS } from "./limits.ts";
import { createReplyReader, type Reply } from "./replies.ts";
import { SessionError, type Stage } from "./session-error.ts";

/** A line to a server: commands out, replies in, each with its time-out. */
export interface Connection {
  readonly isSecure: boolean;
  /** The connection cannot be used any more. */
  readonly isOver: boolean;
  /** Sends bytes; waits until the other side has taken most of them, has answered, or has gone. */
  write(bytes: string | Uint8Array, stage: Stage, timeout: number): Promise<void>;
  /** The next reply; one that has come early waits for this. */
  reply(stage: Stage, timeout: number): Promise<Reply>;
  /** Goes on under TLS. */
  secure(options: ConnectionOptions, timeout: number): Promise<void>;
  /** Ends it at once. Whoever waits gets `error`. */
  destroy(error?: SessionError): void;
}

/** Replies that came before they were asked for: with pipelining one to each recipient, and one to MAIL. */
const MAX_WAITING = MAX_RECIPIENTS + 1;

interface Waiting {
  resolve(reply: Reply): void;
  reject(error: SessionError): void;
}

/** @throws SessionError */
export async function openConnection(options: {
  readonly address: string;
  readonly port: number;
  /** TLS from the first byte. */
  readonly tls: ConnectionOptions | null;
  readonly timeout: number;
  /** Ends it while it is being made. */
  readonly signal: AbortSignal;
}): Promise<Connection> {
  const { address, port, tls, timeout, signal } = options;
  const socket = connectPlain({ host: address, port });
  await settled(
    socket,
    "connect",
    "connect",
    AbortSignal.any([AbortSignal.timeout(timeout), signal]),
  );
  socket.setNoDelay(true);
  const connection = createConnection(socket);
  if (tls !== null) await connection.secure(tls, timeout);
  return connection;
}

function createConnection(plain: Socket): Connection {
  let socket: Socket | TLSSocket = plain;
  let reader = createReplyReader();
  const replies: Reply[] = [];
  let waiting: Waiting | null = null;
  let failure: SessionError | null = null;
  let isSecure = false;

  /** Called when a reply has come that nobody waits for. */
  let spoken = (): void => undefined;

  function fail(error: SessionError): void {
    failure ??= error;
    socket.destroy();
    waiting?.reject(failure);
    waiting = null;
  }
  const onData = (bytes: Buffer): void => {
    try {
      replies.push(...reader.read(bytes));
      if (replies.length > MAX_WAITING) {
        replies.length = 0;
        throw new Error("the server answers without being asked");
      }
    } catch (error) {
      fail(new SessionError("connect", (error as Error).message, { status: "4.5.0" }));
      return;
    }
    if (waiting === null) {
      if (replies.length > 0) spoken();
      return;
    }
    const first = replies.shift();
    if (first === undefined) return;
    waiting.resolve(first);
    waiting = null;
  };
  const lost = (error?: Error): void =>
    fail(new SessionError("connect", `the connection was lost${reasonOf(error)}`));
  const ended = (): void => lost();
  function attach(): void {
    socket.on("data", onData);
    socket.on("error", lost);
    socket.on("end", ended);
    socket.on("close", ended);
  }
  attach();

  /** The work, or the failure of the connection, or that it took too long: whatever comes first. */
  async function within<T>(work: Promise<T>, stage: Stage, timeout: number): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        const error = new SessionError(stage, "the server took too long to answer");
        fail(error);
        reject(error);
      }, timeout);
    });
    try {
      return await Promise.race([work, late]);
    } catch (error) {
      // The stage in which it happened is known here alone.
      throw error instanceof SessionError && error.stage === "connect"
        ? new SessionError(stage, error.message, error)
        : error;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    get isSecure() {
      return isSecure;
    },
    get isOver() {
      return failure !== null || replies.length > 0;
    },
    async write(bytes, stage, timeout) {
      if (failure !== null) {
        // It has said why before it went: that is the answer to what would have been written.
        if (replies.length > 0) return;
        throw new SessionError(stage, failure.message, failure);
      }
      if (socket.write(bytes)) return;
      const closed = new AbortController();
      const drained = once(socket, "drain", { signal: closed.signal });
      const broken = once(socket, "close", { signal: closed.signal });
      // Who has answered may read no more.
      const early = new Promise<void>((resolve) => (spoken = resolve));
      // Whichever loses the race is withdrawn, and says so by a rejection that nobody needs.
      for (const one of [drained, broken]) one.catch(() => undefined);
      try {
        await within(Promise.race([drained, broken, early]), stage, timeout);
      } finally {
        closed.abort();
      }
      if (failure !== null && replies.length === 0)
        throw new SessionError(stage, (failure as SessionError).message, failure);
    },
    async reply(stage, timeout) {
      const ready = replies.shift();
      if (ready !== undefined) return ready;
      if (failure !== null) throw new SessionError(stage, failure.message, failure);
      const next = new Promise<Reply>((resolve, reject) => (waiting = { resolve, reject }));
      return await within(next, stage, timeout);
    },
    async secure(options, timeout) {
      // What was sent before the handshake is nobody's word (CVE-2011-0411, the client's side of it).
      if (replies.length > 0 || reader.isInside)
        throw new SessionError("tls", "the server spoke before encryption began", {
          status: "4.7.0",
        });
      socket.removeAllListeners();
      const upgraded = connectTls({ ...options, socket });
      // Between the handshake and `attach` nobody else listens.
      upgraded.on("error", () => undefined);
      socket = upgraded;
      try {
        await settled(upgraded, "secureConnect", "tls", AbortSignal.timeout(timeout));
      } catch (error) {
        failure = error as SessionError;
        throw error;
      }
      reader = createReplyReader();
      isSecure = true;
      attach();
    },
    destroy(error = new SessionError("end", "the connection was ended here")) {
      fail(error);
    },
  };
}

/** Waits for the event; on anything else the socket is gone. */
async function settled(
  socket: Socket,
  event: string,
  stage: Stage,
  signal: AbortSignal,
): Promise<void> {
  try {
    await once(socket, event, { signal });
  } catch (error) {
    // A late word of the socket itself is no news.
    socket.on("error", () => undefined);
    socket.destroy();
    const isLate = (error as Error).name === "AbortError";
    throw new SessionError(
      stage,
      stage === "tls"
        ? `encryption could not be agreed on${isLate ? " in time" : reasonOf(error as Error)}`
        : `no connection${isLate ? " in time" : reasonOf(error as Error)}`,
      { status: stage === "tls" ? "4.7.5" : "4.4.1" },
    );
  }
}

function reasonOf(error: Error | undefined): string {
  const { code, message } = (error ?? {}) as NodeJS.ErrnoException;
  const reason = code ?? message;
  return reason === undefined ? "" : ` (${reason})`;
}
