import { endpointPath, type Endpoint } from "@atrium/contract/api/index";
import type { Problem, RefusalCode } from "@atrium/contract/errors";
import { countSignIns, refreshSession, sessionLost } from "./session.ts";

/** A refusal by the server, or `unavailable` when it could not be reached. What a person reads comes from strings by `code`. */
export class RestRefusal extends Error {
  override readonly name = "RestRefusal";
  readonly code: RefusalCode;
  /** Seconds, with `tooManyRequests`. */
  readonly retryAfter: number | undefined;
  /** Finds the server's log line. */
  readonly id: string | undefined;

  constructor(problem: Partial<Problem> & { readonly code: RefusalCode }, options?: ErrorOptions) {
    super(problem.detail ?? problem.code, options);
    this.code = problem.code;
    this.retryAfter = problem.retryAfter;
    this.id = problem.id;
  }
}

interface Sent<Body> {
  /** JSON of a request that changes something, the query of one that reads. */
  readonly body?: Body;
  /** What stands for `:name` in the path. */
  readonly params?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Calls a REST route of the suite. @throws RestRefusal */
export async function rest<Body, Answer>(
  endpoint: Endpoint<Body, Answer>,
  sent: Sent<Body> = {},
): Promise<Answer> {
  const { body, params = {}, signal } = sent;
  const before = countSignIns();
  const path = endpointPath(endpoint, params);
  const reads = endpoint.method === "GET";
  const query = reads && body ? `?${new URLSearchParams(body)}` : "";
  let response: Response;
  try {
    response = await fetch(path + query, {
      method: endpoint.method,
      headers: {
        accept: "application/json",
        ...(!reads && body !== undefined && { "content-type": "application/json" }),
      },
      body: !reads && body !== undefined ? JSON.stringify(body) : null,
      signal: signal ?? null,
    });
  } catch (cause) {
    throw new RestRefusal({ code: "unavailable" }, { cause });
  }
  if (!response.ok) {
    const refusal = new RestRefusal(await problemOf(response));
    if (refusal.code === "notSignedIn") {
      if (before !== countSignIns()) return rest(endpoint, sent);
      sessionLost();
    }
    if (refusal.code === "secondFactorMissing") void refreshSession();
    throw refusal;
  }
  return (response.status === 204 ? undefined : await response.json()) as Answer;
}

/** A proxy in front of the server may answer something that is no problem document. */
async function problemOf(response: Response): Promise<Problem | { code: RefusalCode }> {
  try {
    const problem = (await response.json()) as Problem;
    if (typeof problem.code === "string") return problem;
  } catch {
    // Not JSON: only the status is known.
  }
  return { code: response.status >= 502 ? "unavailable" : "serverFail" };
}
