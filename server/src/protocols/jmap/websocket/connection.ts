import { WebSocket } from "ws";
import { RequestError, type Engine } from "../../../engine/index.ts";
import type { Accounts } from "../../../features/accounts/index.ts";
import type { Log } from "../../../platform/log/index.ts";
import type { Caller } from "../../http/index.ts";
import type { Stream, Streams } from "../push/streams.ts";
import { createCursor, merged, ofTypes, type States, type Cursor } from "../push/cursor.ts";
import { errorMessage, readMessage, responseMessage, stateMessage } from "./messages.ts";

/** Requests of one connection that are worked on at the same time; the client's further ones wait in the network. */
const AT_ONCE = 4;
/** Octets of responses that a client may leave unread before its requests wait. */
const MAX_UNREAD = 1_000_000;
/** Milliseconds of silence after which the other end is asked whether it is there; after two without a word it is not. */
const HEARTBEAT = 30_000;

/** Close codes (RFC 6455 §7.4.1). */
const GOING_AWAY = 1001;
const UNSUPPORTED = 1003;
const POLICY = 1008;
const TOO_BIG = 1009;

/** One that can be answered before it is closed for a message that is too large: the rest of that is not kept. */
export class JmapSocket extends WebSocket {
  onTooBig: (() => void) | null = null;

  override close(code?: number, reason?: string | Buffer): void {
    const answer = code === TOO_BIG ? this.onTooBig : null;
    this.onTooBig = null;
    if (answer === null) super.close(code, reason);
    else answer();
  }
}

export interface ConnectionOptions {
  readonly engine: Pick<Engine, "handle" | "shownTo">;
  readonly accounts: Pick<Accounts, "refresh">;
  readonly streams: Streams;
  readonly log: Log;
}

/** One WebSocket (RFC 8887): requests and their responses, and pushes when the client has asked for them. */
export function connect(socket: JmapSocket, caller: Caller, options: ConnectionOptions): void {
  const { engine, accounts, streams, log } = options;
  let running = 0;
  let isTooBig = false;
  let receivedAt = performance.now();
  /** What the client wants to be pushed; null while it wants nothing. */
  let push: { readonly types: ReadonlySet<string> | null; readonly cursor: Cursor } | null = null;
  let waiting: States = {};
  let scheduled = false;
  let catching: Promise<void> | null = null;

  const isFull = (): boolean => running >= AT_ONCE || socket.bufferedAmount > MAX_UNREAD;

  function send(text: string | Buffer): void {
    if (socket.readyState !== socket.OPEN) return;
    socket.send(text, { binary: false }, () => {
      if (!isFull()) socket.resume();
      schedule();
    });
  }

  /** What changes while the client does not read is merged: only the newest states wait. */
  function flush(): void {
    scheduled = false;
    if (push === null || socket.bufferedAmount > MAX_UNREAD || Object.keys(waiting).length === 0)
      return;
    const changed = waiting;
    waiting = {};
    const word = push.cursor.note(changed);
    send(stateMessage(engine.shownTo(caller.actor, changed), word));
  }

  function schedule(): void {
    if (scheduled || Object.keys(waiting).length === 0) return;
    scheduled = true;
    setImmediate(flush);
  }

  const stream: Stream = {
    offer(states) {
      if (push === null) return;
      waiting = merged(waiting, ofTypes(states, push.types));
      schedule();
    },
    catchUp(states) {
      if (push !== null) stream.offer(push.cursor.missed(states));
    },
    beat(now) {
      // Nobody listens to the client then.
      if (running >= AT_ONCE) return;
      if (now - receivedAt >= 2 * HEARTBEAT) socket.terminate();
      else if (now - receivedAt >= HEARTBEAT) socket.ping();
    },
    end: () => socket.close(GOING_AWAY),
  };

  async function answer(id: string | null, body: object, size: number): Promise<Buffer | null> {
    // As over HTTP, where each request brings its credentials: what was taken back counts at once.
    const actor = await accounts.refresh(caller.actor);
    if (actor === null) {
      socket.close(POLICY, "signed out");
      return null;
    }
    return await responseMessage(id, await engine.handle(actor, body, { size }));
  }

  /** What was asked before is answered first. */
  function closeIfTooBig(): void {
    if (isTooBig && running === 0) socket.close(TOO_BIG);
  }

  socket.onTooBig = () => {
    isTooBig = true;
    const { problem } = new RequestError("limit", "the message is too large", "maxSizeRequest");
    send(errorMessage(null, problem));
    closeIfTooBig();
  };

  /** One at a time, however often the client asks: what it sends is current, and what comes after is pushed. */
  function catchUp(): void {
    catching ??= streams
      .catchUp(stream, caller.actor)
      .catch((err: unknown) => log.debug({ err }, "could not read missed changes"))
      .finally(() => (catching = null));
  }

  /** Answers a request. */
  async function work(id: string | null, body: object, size: number): Promise<void> {
    try {
      const text = await answer(id, body, size);
      if (text !== null) send(text);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      send(errorMessage(id, error.problem));
    }
  }

  async function take(data: Buffer): Promise<void> {
    const message = await readMessage(data);
    if (message.kind === "request") await work(message.id, message.body, data.length);
    else if (message.kind === "wrong") send(errorMessage(message.id, message.problem));
    else if (message.kind === "disable") {
      push = null;
      waiting = {};
    } else {
      push = { types: message.types, cursor: createCursor(message.pushState) };
      waiting = {};
      if (message.pushState !== null) catchUp();
    }
  }

  socket.on("message", (data: Buffer, isBinary) => {
    receivedAt = performance.now();
    if (isBinary) return socket.close(UNSUPPORTED, "text only");
    running += 1;
    if (isFull()) socket.pause();
    take(data)
      .catch((err: unknown) => {
        log.error({ err }, "WebSocket request failed");
        socket.close(1011);
      })
      .finally(() => {
        running -= 1;
        if (isFull()) socket.pause();
        else socket.resume();
        closeIfTooBig();
      });
    return undefined;
  });
  socket.on("pong", () => (receivedAt = performance.now()));
  // It is closed after each error; a client that breaks off or speaks wrongly is no news.
  socket.on("error", (err) => log.debug({ err }, "WebSocket error"));
  socket.on("close", streams.add(stream, caller));
  streams.confirm(stream, caller.actor).catch((err: unknown) => {
    log.warn({ err }, "could not open a WebSocket");
    socket.close(1011);
  });
}
