import { once } from "node:events";
import { createConnection, type Socket } from "node:net";
import { MAX_CLAMD_ANSWER, SCAN_TIME } from "../limits.ts";
import { readText } from "./read-text.ts";
import type { Scanned } from "./scanned.ts";

/** Where clamd listens: a host and port, or the path of its socket. */
export type ClamdAddress =
  | { readonly host: string; readonly port: number }
  | { readonly path: string };

/** What clamd says of a message: what was found in it, or `null`. */
export interface ClamdVerdict {
  readonly threat: string | null;
  /** It is larger than clamd takes (`StreamMaxLength`), and was not looked at. */
  readonly isTooLarge: boolean;
}

/** How clamd begins to say that a message is too large. */
const ENOUGH = "INSTREAM size limit exceeded";
/** Octets that every clamd takes (`StreamMaxLength`): one that hangs up earlier has another reason. */
const LEAST_LIMIT = 1_000_000;
/** Octets that are sent at a time. */
const CHUNK = 65_536;

/**
 * Asks clamd about a message (`INSTREAM`, clamd(8)): pieces, each after its length, and an empty one.
 * @throws when it does not answer in time, or what is no answer.
 */
export async function askClamd(
  address: ClamdAddress,
  message: Scanned["message"],
  stopped: AbortSignal,
): Promise<ClamdVerdict> {
  let sent = 0;
  const text = await converse(address, stopped, async (socket) => {
    await send(socket, Buffer.from("zINSTREAM\0"));
    for await (const piece of piecesOf(message)) {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(piece.length);
      await send(socket, length);
      await send(socket, piece);
      sent += piece.length;
    }
    await send(socket, Buffer.alloc(4));
    sent = Infinity;
  }).catch(async (error: unknown) => {
    // What clamd says before it hangs up is lost when it has not read what came meanwhile. One that still answers has had enough.
    const hasHungUp = !(error instanceof DOMException && error.name === "TimeoutError");
    const mayBeEnough = hasHungUp && sent >= LEAST_LIMIT && sent !== Infinity && !stopped.aborted;
    if (mayBeEnough && (await clamdVersion(address)) !== "") return ENOUGH;
    throw error;
  });
  if (text === "stream: OK") return { threat: null, isTooLarge: false };
  if (text.startsWith(ENOUGH)) return { threat: null, isTooLarge: true };
  const [, threat] = /^stream: ([!-~]{1,200}) FOUND$/.exec(text) ?? [];
  if (threat === undefined) throw new Error("clamd gave no verdict");
  return { threat, isTooLarge: false };
}

/** Whether clamd is there: its version. @throws when it does not answer in time. */
export const clamdVersion = (address: ClamdAddress): Promise<string> =>
  converse(address, new AbortController().signal, (socket) =>
    send(socket, Buffer.from("zVERSION\0")),
  );

/** One connection for one question. Answers what came up to the NUL or the end. */
async function converse(
  address: ClamdAddress,
  stopped: AbortSignal,
  say: (socket: Socket) => Promise<void>,
): Promise<string> {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(SCAN_TIME)]);
  signal.throwIfAborted();
  const socket = createConnection(address);
  const end = (): void => void socket.destroy(signal.reason as Error);
  signal.addEventListener("abort", end);
  try {
    const answer = readText(untilNul(socket), MAX_CLAMD_ANSWER);
    // One that has heard enough answers, and ends the connection, while it is still being told.
    const said = say(socket).catch((error: unknown) => error);
    const text = await answer.catch(async (error: unknown) => {
      signal.throwIfAborted();
      throw (await said) ?? error;
    });
    return text.trim();
  } finally {
    signal.removeEventListener("abort", end);
    socket.destroy();
  }
}

async function send(socket: Socket, bytes: Uint8Array): Promise<void> {
  if (socket.destroyed || socket.writableEnded) throw new Error("clamd ended the connection");
  if (socket.write(bytes)) return;
  const settled = new AbortController();
  const { signal } = settled;
  await Promise.race([
    once(socket, "drain", { signal }),
    once(socket, "close", { signal }),
  ]).finally(() => settled.abort());
}

async function* untilNul(socket: Socket): AsyncGenerator<Uint8Array> {
  for await (const piece of socket as AsyncIterable<Uint8Array>) {
    const end = piece.indexOf(0);
    yield end < 0 ? piece : piece.subarray(0, end);
    if (end >= 0) return;
  }
}

async function* piecesOf({ header, body }: Scanned["message"]): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < header.length; at += CHUNK) yield header.subarray(at, at + CHUNK);
  for await (const piece of body())
    for (let at = 0; at < piece.length; at += CHUNK) yield piece.subarray(at, at + CHUNK);
}
