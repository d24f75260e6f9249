import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { Readable } from "node:stream";
import { z } from "zod";
import { readText } from "./read-text.ts";
import type { Scanned } from "./scanned.ts";
import { MAX_ANSWER, SCAN_TIME, SYMBOLS_NAMED } from "../limits.ts";

/** What rspamd says of a message. */
export interface Scored {
  readonly isJunk: boolean;
  readonly score: number;
  /** From which score on it would refuse the message. */
  readonly required: number;
  /** The symbols that speak against it, the weightiest first. */
  readonly symbols: readonly string[];
}

const ANSWER = z.object({
  action: z.string(),
  score: z.number(),
  required_score: z.number(),
  symbols: z.record(z.string(), z.object({ score: z.number() })).default({}),
});

/** Actions that mean junk; `greylist` and `soft reject` ask to wait, which is not done to a message that is here. */
const JUNK: ReadonlySet<string> = new Set(["reject", "add header", "rewrite subject"]);

/** A symbol as rspamd's modules name it. */
const SYMBOL = /^[A-Z0-9_]{1,64}$/;

/**
 * Asks rspamd about a message (`/checkv2`).
 * @param url where it listens, such as `http://127.0.0.1:11333`
 * @throws when it does not answer in time, or what is no answer.
 */
export async function askRspamd(
  url: string,
  { message, envelope, recipients, helo, remoteAddress }: Scanned,
  signal: AbortSignal,
): Promise<Scored> {
  const { transactionId, mailFrom } = envelope;
  const headers: Record<string, string | string[]> = {
    "Queue-Id": transactionId,
    From: inHeader(mailFrom),
    ...(recipients.length > 0 && { Rcpt: recipients.map(inHeader) }),
    ...(helo !== undefined && { Helo: inHeader(helo) }),
    ...(remoteAddress !== undefined && { IP: inHeader(remoteAddress) }),
  };
  const { status, text } = await post(new URL("/checkv2", url), headers, message, signal);
  if (status !== 200) throw refused(status, text);
  const { action, score, required_score: required, symbols } = ANSWER.parse(JSON.parse(text));
  const isJunk = JUNK.has(action);
  const known = Object.entries(symbols).filter(([name]) => SYMBOL.test(name));
  const against = known.filter(([, symbol]) => symbol.score > 0);
  // What decides by itself, such as the test message GTUBE, has no score.
  const named = against.length > 0 || !isJunk ? against : known;
  return {
    isJunk,
    score,
    required,
    symbols: named
      .sort(([, a], [, b]) => b.score - a.score)
      .slice(0, SYMBOLS_NAMED)
      .map(([name]) => name),
  };
}

/**
 * Has rspamd learn a message by its controller (`/learnspam`, `/learnham`). That it has learned it before is as good.
 * @throws when it does not answer in time, or refuses.
 */
export async function teachRspamd(
  controller: string,
  bytes: Uint8Array,
  isJunk: boolean,
  signal: AbortSignal | undefined,
): Promise<void> {
  const message = { size: bytes.length, header: Buffer.from(bytes), body: () => Readable.from([]) };
  const url = new URL(isJunk ? "/learnspam" : "/learnham", controller);
  const { status, text } = await post(url, {}, message, signal ?? new AbortController().signal);
  if (status !== 200 && !text.includes("already learned")) throw refused(status, text);
}

const refused = (status: number, text: string): Error =>
  new Error(`rspamd answered ${status}: ${inHeader(text)}`);

/** Sends a message. The text of the answer has `MAX_ANSWER` octets at most. */
async function post(
  url: URL,
  headers: Readonly<Record<string, string | string[]>>,
  message: Scanned["message"],
  stopped: AbortSignal,
): Promise<{ readonly status: number; readonly text: string }> {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(SCAN_TIME)]);
  const request = url.protocol === "https:" ? httpsRequest : httpRequest;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = request(url, {
    method: "POST",
    headers: { ...headers, "Content-Length": message.size },
    signal,
    agent: false,
    maxHeaderSize: MAX_HEADER,
  });
  sent.on("response", resolve).on("error", reject);
  // One who answers before it has everything, or goes away, ends the sending.
  const body = Readable.from(piecesOf(message));
  body.on("error", (error) => sent.destroy(error));
  body.pipe(sent);
  try {
    const response = await promise;
    return { status: response.statusCode ?? 0, text: await readText(response, MAX_ANSWER) };
  } finally {
    body.destroy();
    sent.destroy();
  }
}

/** Octets of the header of an answer. */
const MAX_HEADER = 16_384;

async function* piecesOf({ header, body }: Scanned["message"]): AsyncGenerator<Uint8Array> {
  yield header;
  yield* body();
}

/** What a stranger wrote, as it may stand in a header. */
const inHeader = (text: string): string => text.replaceAll(/[^ -~]/g, "_").slice(0, 500);
