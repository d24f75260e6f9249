import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import { StoreUnavailable } from "../store.ts";
import { codeOf } from "./answers.ts";
import { refusal, unreachable, type Fault } from "./errors.ts";
import type { S3Settings } from "./settings.ts";

export interface S3Request {
  readonly method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  /** An object by its name after the prefix; without it, the bucket. */
  readonly name?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** The SHA-256 of the body where it is known; the store refuses a body that is not of it. */
  readonly sha256?: string;
  /** Statuses that are answers, besides those of success. */
  readonly accept?: readonly number[];
  /** Fewer than the settings say. */
  readonly attempts?: number;
}

export interface S3Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface S3Download extends Omit<S3Answer, "text"> {
  /** As they come; it fails when nothing comes for too long. Leaving it early ends the connection. */
  bytes(): AsyncGenerator<Uint8Array, void>;
  text(): Promise<string>;
}

/** Both sign, send, and try again what may go well another time. They throw `StoreUnavailable`. */
export interface S3Client {
  send(request: S3Request): Promise<S3Answer>;
  download(request: S3Request): Promise<S3Download>;
  /** Waits before try number `failures` + 1. */
  backOff(failures: number): Promise<void>;
}

/** The longest pause before another try; each is four times the one before (milliseconds). */
const LONGEST_PAUSE = 5000;
/** Octets of an answer that is no blob; a listing's thousand names take a third of it. */
const LONGEST_TEXT = 1_000_000;
const EMPTY = createHash("sha256").digest("hex");

/** Requests to one store; they go to the address of the settings and to no other. */
export function createS3Client(settings: S3Settings): S3Client {
  const signer = new AwsClient({
    accessKeyId: settings.accessKey,
    secretAccessKey: settings.secretKey,
    service: "s3",
    region: settings.region,
  });

  /** One try, up to the body of the answer; a fault is what is to be said when no other try follows. */
  async function attempt(request: S3Request): Promise<S3Download | Fault> {
    const { method, name, query = {}, body } = request;
    const url = new URL(name === undefined ? settings.bucket : settings.base + name);
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
    const sha256 =
      request.sha256 ??
      (body === undefined ? EMPTY : createHash("sha256").update(body).digest("hex"));
    const stop = new AbortController();
    const timer = createTimer(stop, settings.timeout);
    timer.start();
    let response: Response;
    try {
      const signed = await signer.sign(url.href, {
        method,
        headers: { ...request.headers, "x-amz-content-sha256": sha256 },
        // An answer that leads elsewhere is an answer: our signature goes where the administrator sent it.
        redirect: "manual",
        signal: stop.signal,
        ...(body === undefined ? {} : { body: body as Uint8Array<ArrayBuffer> }),
      });
      // Not signed, since proxies change it. Nothing is to be packed: lengths are those of blobs.
      signed.headers.set("accept-encoding", "identity");
      response = await fetch(signed);
    } catch (error) {
      return unreachable(settings.place, stop.signal.aborted ? null : error);
    } finally {
      timer.end();
    }
    const answer = answerOf(response, stop, timer);
    if (response.ok || request.accept?.includes(response.status) === true) return answer;
    const said = await answer.text().catch(() => "");
    return refusal(settings.place, response.status, codeOf(said));
  }

  async function whole(request: S3Request): Promise<S3Answer | Fault> {
    const answer = await attempt(request);
    if ("sentence" in answer) return answer;
    try {
      const { status, headers } = answer;
      const text = await answer.text();
      // What takes long may begin as a success and end as an error.
      const code = status < 300 ? codeOf(text) : null;
      return code === null ? { status, headers, text } : refusal(settings.place, status, code);
    } catch (error) {
      return unreachable(settings.place, error);
    }
  }

  const backOff = async (failures: number): Promise<void> => {
    const longest = Math.min(settings.pause * 4 ** (failures - 1), LONGEST_PAUSE);
    // Those who failed together do not come back together.
    await pause(longest * (0.5 + Math.random() / 2));
  };

  async function persist<T extends object>(
    request: S3Request,
    once: (request: S3Request) => Promise<T | Fault>,
  ): Promise<T> {
    const attempts = request.attempts ?? settings.attempts;
    for (let tries = 1; ; tries++) {
      const answer = await once(request);
      if (!("sentence" in answer)) return answer;
      if (!answer.mayPass || tries >= attempts) throw new StoreUnavailable(answer.sentence);
      await backOff(tries);
    }
  }

  return {
    send: (request) => persist(request, whole),
    download: (request) => persist(request, attempt),
    backOff,
  };
}

interface Timer {
  start(): void;
  end(): void;
}

function createTimer(stop: AbortController, milliseconds: number): Timer {
  let timer: NodeJS.Timeout | undefined;
  return {
    start: () => void (timer = setTimeout(() => stop.abort(), milliseconds)),
    end: () => clearTimeout(timer),
  };
}

function answerOf(response: Response, stop: AbortController, timer: Timer): S3Download {
  async function* bytes(): AsyncGenerator<Uint8Array, void> {
    const reader = response.body?.getReader();
    if (reader === undefined) return;
    let isWhole = false;
    try {
      for (;;) {
        // Only the store's slowness counts, not that of whoever reads.
        timer.start();
        const { done, value } = await reader.read().finally(() => timer.end());
        isWhole = done;
        if (done) return;
        yield value;
      }
    } finally {
      if (!isWhole) stop.abort();
    }
  }
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    async text() {
      const pieces: Uint8Array[] = [];
      let size = 0;
      for await (const piece of bytes()) {
        size += piece.length;
        if (size > LONGEST_TEXT) throw new Error(`an answer of more than ${LONGEST_TEXT} octets`);
        pieces.push(piece);
      }
      return Buffer.concat(pieces).toString();
    },
  };
}
