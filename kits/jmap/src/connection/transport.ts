import type {
  JmapRequest,
  JmapResponse,
  JmapSession,
  RequestProblem,
  StateChange,
  UploadResponse,
} from "@atrium/contract/types/wire";
import { NotSignedIn, RequestRefused, Unreachable } from "./errors.ts";
import { openPush } from "./push.ts";
import { noteServerTime } from "./server-clock.ts";
import { uploadBlob } from "./upload.ts";

export interface UploadOptions {
  /** Octets sent so far. */
  readonly onProgress?: (sent: number) => void;
  readonly signal?: AbortSignal;
}

export interface PushListener {
  changed(changed: StateChange["changed"]): void;
  /** The connection is open for the first time: what changes from now on is pushed. */
  opened(): void;
  /** Pushes may have been missed: states have to be asked for. */
  reconnected(): void;
  /** The server refuses to push. Why, only another request shows. */
  refused(): void;
}

/** How the client reaches its server. All else of this kit knows only this, so that a worker can stand behind it. */
export interface Transport {
  session(): Promise<JmapSession>;
  send(apiUrl: string, request: JmapRequest): Promise<JmapResponse>;
  upload(url: string, body: Blob, options: UploadOptions): Promise<UploadResponse>;
  /** Receives pushes until the answer is called. */
  listen(eventSourceUrl: string, listener: PushListener): () => void;
}

/** The server that this page came from; the session is in its cookie. */
export function httpTransport(): Transport {
  return {
    session: async () => (await ask("/jmap/session")) as JmapSession,
    send: async (apiUrl, request) =>
      (await ask(apiUrl, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(request),
        // A mutation outlives its window: who archives and closes has archived.
        keepalive: isAct(request),
      })) as JmapResponse,
    upload: uploadBlob,
    listen: openPush,
  };
}

/** Browsers keep at most 64 KB alive at a time. */
const MOST_KEPT = 16_000;

function isAct({ methodCalls }: JmapRequest): boolean {
  const sets = methodCalls.filter(([name]) => name.endsWith("/set"));
  return sets.length > 0 && JSON.stringify(methodCalls).length < MOST_KEPT;
}

async function ask(url: string, init?: RequestInit): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (cause) {
    throw new Unreachable(`${url} could not be reached`, { cause });
  }
  noteServerTime(response.headers.get("date"));
  if (response.ok) {
    try {
      return await response.json();
    } catch (cause) {
      throw new Unreachable(`${url} broke off`, { cause });
    }
  }
  if (response.status === 401) throw new NotSignedIn("Nobody is signed in");
  const problem: unknown = await response.json().catch(() => null);
  if (isProblem(problem)) throw new RequestRefused(problem);
  throw new Unreachable(`${url} answered ${response.status}`, { status: response.status });
}

function isProblem(value: unknown): value is RequestProblem {
  const type = (value as { type?: unknown } | null)?.type;
  return typeof type === "string" && type.startsWith("urn:ietf:params:jmap:error:");
}
