import type { JmapResponse, RequestProblem, StateChange } from "@atrium/contract/types/wire";
import { RequestError } from "../../../engine/index.ts";
import { jsonBytes } from "../../../platform/json/index.ts";
import type { States } from "../push/cursor.ts";
import { readRequest } from "../read-json.ts";
import { MAX_DATA_TYPES } from "./limits.ts";

/** What a client sends (RFC 8887 §4.3). */
export type ClientMessage =
  | { readonly kind: "request"; readonly id: string | null; readonly body: object }
  | {
      readonly kind: "enable";
      readonly types: ReadonlySet<string> | null;
      readonly pushState: string | null;
    }
  | { readonly kind: "disable" }
  | { readonly kind: "wrong"; readonly id: string | null; readonly problem: Problem };

type Problem = Pick<RequestProblem, "type" | "detail"> & Partial<RequestProblem>;

const wrong = (id: string | null, kind: "notJSON" | "notRequest", detail: string) =>
  ({
    kind: "wrong",
    id,
    problem: { type: `urn:ietf:params:jmap:error:${kind}`, detail },
  }) as const;

export async function readMessage(bytes: Uint8Array): Promise<ClientMessage> {
  let message: unknown;
  try {
    message = await readRequest(bytes);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return { kind: "wrong", id: null, problem: error.problem };
  }
  if (typeof message !== "object" || message === null || Array.isArray(message))
    return wrong(null, "notRequest", "a message is an object");
  const { "@type": kind, id = null, ...body } = message as Record<string, unknown>;
  const known = typeof id === "string" ? id : null;
  if (id !== known) return wrong(null, "notRequest", `"id" is a string`);
  if (kind === "Request") return { kind: "request", id: known, body };
  if (kind === "WebSocketPushDisable") return { kind: "disable" };
  if (kind !== "WebSocketPushEnable") return wrong(known, "notRequest", `"@type" is not known`);
  const { dataTypes = null, pushState = null } = body;
  if (dataTypes !== null && !isNames(dataTypes))
    return wrong(
      known,
      "notRequest",
      `"dataTypes" is a list of at most ${MAX_DATA_TYPES} strings, or null`,
    );
  if (pushState !== null && typeof pushState !== "string")
    return wrong(known, "notRequest", `"pushState" is a string`);
  return { kind: "enable", types: dataTypes === null ? null : new Set(dataTypes), pushState };
}

const isNames = (value: unknown): value is readonly string[] =>
  Array.isArray(value) &&
  value.length <= MAX_DATA_TYPES &&
  value.every((name) => typeof name === "string" && name.length <= 255);

/** RFC 8887 §4.3.2. `requestId` is there when the client gave one. */
export const responseMessage = (id: string | null, response: JmapResponse): Promise<Buffer> =>
  jsonBytes({
    "@type": "Response",
    ...(id === null ? {} : { requestId: id }),
    ...response,
  });

/** RFC 8887 §4.3.3. */
export const errorMessage = (id: string | null, problem: Problem): string =>
  JSON.stringify({ "@type": "RequestError", requestId: id, status: 400, ...problem });

/** RFC 8887 §4.3.5. */
export function stateMessage(changed: States, pushState: string): string {
  const change: StateChange = { "@type": "StateChange", changed };
  return JSON.stringify({ ...change, pushState });
}
