import { randomUUID } from "node:crypto";
import {
  CAPABILITY,
  type Invocation,
  type JmapRequest,
  type JsonObject,
} from "@atrium/contract/types/wire";
import { isId, isObject } from "./check.ts";
import { Refusal, refuse, RequestError } from "./errors.ts";
import type { Limits } from "./limits.ts";
import { runChanges } from "./methods/changes.ts";
import { accountOf, type RequestContext } from "./methods/context.ts";
import { runGet } from "./methods/get.ts";
import { runQueryChanges } from "./methods/query-changes.ts";
import { runQuery } from "./methods/query.ts";
import { runSet } from "./methods/set.ts";
import { resolveReferences } from "./references.ts";
import type { Method, Served, StandardVerb } from "./serve.ts";

type Answers = readonly (readonly [string, object])[];
type Runner = (context: RequestContext, args: JsonObject) => Promise<Answers>;

/** Every method by its name on the wire, with the capability that a request must name to use it. */
export type Methods = ReadonlyMap<string, { readonly capability: string; readonly run: Runner }>;

const STANDARD = {
  get: runGet,
  changes: runChanges,
  set: runSet,
  query: runQuery,
  queryChanges: runQueryChanges,
} as const satisfies Record<
  StandardVerb,
  (served: Served, context: RequestContext, args: JsonObject) => Promise<object>
>;

/** The methods of all served types. */
export function methodsOf(types: readonly Served[]): Methods {
  const methods = new Map<string, { capability: string; run: Runner }>();
  // RFC 8620 §4.
  methods.set("Core/echo", {
    capability: CAPABILITY.core,
    run: async (_, args) => [["Core/echo", args]],
  });
  for (const served of types) {
    const { name, capability } = served.type;
    for (const verb of offered(served)) {
      const method = `${name}/${verb}`;
      const run: Runner = async (context, args) => [
        [method, await STANDARD[verb](served, context, args)],
      ];
      methods.set(method, { capability, run });
    }
    for (const [verb, method] of Object.entries(served.methods))
      methods.set(`${name}/${verb}`, {
        capability,
        run: ownVerb(served, `${name}/${verb}`, method),
      });
  }
  return methods;
}

function offered({ store, without }: Served): StandardVerb[] {
  const verbs: StandardVerb[] = ["get", "changes"];
  if (store.create !== undefined || store.update !== undefined || store.destroy !== undefined)
    verbs.push("set");
  if (store.list !== undefined || store.query !== undefined) verbs.push("query", "queryChanges");
  return verbs.filter((verb) => !without.includes(verb));
}

function ownVerb(served: Served, name: string, method: Method): Runner {
  return async (context, args) => {
    const { actor, db, services, write, createdIds } = context;
    const accountId = args["accountId"] as string;
    accountOf(actor, accountId, method.verb);
    if (!served.access(actor, method.verb, accountId)) refuse("forbidden");
    const answer = await method.run(
      { actor, accountId, db, args, services },
      { write, createdIds },
    );
    return Array.isArray(answer) ? (answer as Answers) : [[name, answer]];
  };
}

/** RFC 8620 §3.3. @throws RequestError `notRequest`, `unknownCapability`, `limit` */
export function checkRequest(
  body: unknown,
  known: ReadonlySet<string>,
  limits: Limits,
): JmapRequest {
  if (!isObject(body)) throw new RequestError("notRequest", "a request is an object");
  const { using, methodCalls, createdIds } = body;
  if (!Array.isArray(using) || !using.every((urn) => typeof urn === "string"))
    throw new RequestError("notRequest", `"using" is a list of strings`);
  if (!Array.isArray(methodCalls) || !methodCalls.every(isInvocation))
    throw new RequestError("notRequest", `"methodCalls" is a list of [name, arguments, call id]`);
  if (createdIds !== undefined && createdIds !== null) {
    const fine =
      isObject(createdIds) && Object.entries(createdIds).every((pair) => pair.every(isId));
    if (!fine) throw new RequestError("notRequest", `"createdIds" maps ids to ids`);
  }
  const unknown = using.find((urn) => !known.has(urn));
  if (unknown !== undefined)
    throw new RequestError("unknownCapability", `"${unknown}" is not known`);
  if (methodCalls.length > limits.maxCallsInRequest)
    throw new RequestError("limit", "too many method calls", "maxCallsInRequest");
  return body as unknown as JmapRequest;
}

function isInvocation(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length === 3 &&
    typeof value[0] === "string" &&
    isObject(value[1]) &&
    typeof value[2] === "string"
  );
}

/** Runs the calls in order (RFC 8620 §3.10); one that fails does not stop those after it. */
export async function runCalls(
  request: JmapRequest,
  methods: Methods,
  context: RequestContext,
): Promise<Invocation[]> {
  const using = new Set(request.using);
  const responses: Invocation[] = [];
  for (const [name, given, callId] of request.methodCalls) {
    try {
      const method = methods.get(name);
      if (method === undefined || !using.has(method.capability)) refuse("unknownMethod", name);
      const args = name === "Core/echo" ? given : resolveReferences(given, responses);
      for (const [answerName, answer] of await method.run(context, args))
        responses.push([answerName, answer as JsonObject, callId]);
    } catch (error) {
      responses.push(["error", methodError(error, name, context), callId]);
    }
  }
  return responses;
}

/** Refusals by their code; anything else is a bug, found in the log by the id that the client is told. */
function methodError(error: unknown, method: string, context: RequestContext): JsonObject {
  if (error instanceof Refusal) return { ...error.methodError() };
  const id = randomUUID();
  context.services.log.error({ err: error, method, id }, "a method call failed");
  return { type: "serverFail", description: id };
}
