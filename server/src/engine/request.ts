import { randomUUID } from "node:crypto";
import type { TypeDescription } from "@atrium/contract/types/define";
import { ACCOUNT_ARGUMENT } from "@atrium/contract/types/standard-arguments";
import {
  CAPABILITY,
  type Invocation,
  type JmapRequest,
  type JsonObject,
  type SetResponse,
} from "@atrium/contract/types/wire";
import { StoreUnavailable } from "../platform/blobs/index.ts";
import { isUnavailable, isTooSlow } from "../platform/db/index.ts";
import { diskFault } from "../platform/disk-error.ts";
import { jsonSize } from "../platform/json/index.ts";
import { createPace } from "../platform/pace.ts";
import { createBudget, type Budget } from "./budget.ts";
import { checkArguments, isId, isObject } from "./check.ts";
import { Refusal, refuse, RequestError, TOO_SLOW } from "./errors.ts";
import type { Limits } from "./limits.ts";
import { runChanges } from "./methods/changes.ts";
import {
  accountNamed,
  createActorIn,
  createStates,
  mayTry,
  reachIn,
  readCall,
  wantProof,
  type RequestContext,
} from "./methods/context.ts";
import { runCopy } from "./methods/copy.ts";
import { runGet } from "./methods/get.ts";
import { runQueryChanges } from "./methods/query-changes.ts";
import { runQuery } from "./methods/query.ts";
import { runSet } from "./methods/set.ts";
import { resolveReferences } from "./references.ts";
import { isOpenTo } from "./scope.ts";
import { asShown, keptWhere } from "./shown.ts";
import type { Call, Method, Named, Served, StandardVerb } from "./serve.ts";

/** Answers one by one, so that what was done is reported even when what follows from it fails. */
type Runner = (
  context: RequestContext,
  args: JsonObject,
) => AsyncIterable<readonly [string, object]>;

/** A method, with the capability that a request must name to use it. */
interface Offer {
  readonly capability: string;
  readonly access: TypeDescription["access"];
  readonly run: Runner;
  /** Nothing has changed when its answer is refused for being too large. */
  readonly reads: boolean;
}

/** Every method by its name on the wire. */
export type Methods = ReadonlyMap<string, Offer>;

const STANDARD = {
  get: runGet,
  changes: runChanges,
  query: runQuery,
  queryChanges: runQueryChanges,
} as const;

/** The methods of all served types. */
export function methodsOf(types: readonly Served[]): Methods {
  const methods = new Map<string, Offer>();
  // RFC 8620 §4.
  methods.set("Core/echo", {
    capability: CAPABILITY.core,
    access: undefined,
    reads: true,
    async *run(_, args) {
      yield ["Core/echo", args];
    },
  });
  for (const served of types) {
    const { name, capability, access } = served.type;
    for (const verb of offered(served))
      methods.set(`${name}/${verb}`, {
        capability,
        access,
        reads: verb !== "set" && verb !== "copy",
        run: shown(served, standard(served, verb)),
      });
    for (const [verb, method] of Object.entries(served.methods))
      methods.set(`${name}/${verb}`, {
        capability: method.capability ?? capability,
        access,
        reads: method.verb === "read",
        run: shown(served, ownVerb(served, `${name}/${verb}`, method)),
      });
  }
  return methods;
}

function offered({ store, without, withoutAccount }: Served): StandardVerb[] {
  const verbs: StandardVerb[] = withoutAccount ? ["get"] : ["get", "changes"];
  if (store.create !== undefined || store.update !== undefined || store.destroy !== undefined)
    verbs.push("set");
  if (store.copy !== undefined) verbs.push("copy");
  if (store.list !== undefined || store.query !== undefined) verbs.push("query", "queryChanges");
  return verbs.filter((verb) => !without.includes(verb));
}

function standard(served: Served, verb: StandardVerb): Runner {
  const name = `${served.type.name}/${verb}`;
  if (verb === "set")
    return async function* (context, args) {
      const response = await runSet(served, context, args);
      yield [name, response];
      if (served.followUp === undefined) return;
      const call = await readCall(served, context, args);
      yield* invokeAll(context, await served.followUp(call, response as SetResponse));
    };
  if (verb === "copy")
    return async function* (context, args) {
      const { response, implied } = await runCopy(served, context, args);
      yield [name, response];
      yield* invokeAll(context, implied);
    };
  return async function* (context, args) {
    yield [name, await STANDARD[verb](served, context, args)];
  };
}

/** Works in the account where the type is kept, and answers as of that where it is shown. */
function shown(served: Served, run: Runner): Runner {
  if (served.shownIn === undefined) return run;
  return async function* (context, args) {
    for await (const [name, answer] of run(context, keptWhere(served, context.actor, args)))
      yield [name, asShown(served, answer)];
  };
}

/** RFC 8620 §3.4: a call may have several responses, those of the calls that it brings about after its own. */
async function* invokeAll(
  context: RequestContext,
  calls: readonly Named[],
): AsyncGenerator<readonly [string, object]> {
  for (const [name, args] of calls) yield* await context.invoke(name, args);
}

function ownVerb(served: Served, name: string, method: Method): Runner {
  return async function* (context, args) {
    const { db, services, using, budget, write, createdIds, invoke } = context;
    const accountId = accountNamed(args, "accountId");
    const actor = await context.actorIn(accountId);
    const reach = reachIn(served, actor, accountId, method.verb);
    const call: Call = { actor, accountId, reach, db, args, services, using, budget };
    if (!mayTry(served, call, method.verb)) refuse("forbidden");
    if (method.verb !== "read") wantProof(served, call, [method.verb]);
    const expected = method.arguments;
    const checked =
      expected === undefined ? args : checkArguments({ ...ACCOUNT_ARGUMENT, ...expected }, args);
    const answer = await method.run({ ...call, args: checked }, { write, createdIds, invoke });
    if (Array.isArray(answer)) yield* answer as readonly Named[];
    else yield [name, answer];
  };
}

/** RFC 8620 §3.3. @throws RequestError `notRequest`, `unknownCapability`, `limit` */
export function checkRequest(
  body: unknown,
  known: Pick<ReadonlySet<string>, "has">,
  limits: Limits,
): JmapRequest {
  if (!isObject(body)) throw new RequestError("notRequest", "a request must be an object");
  const { using, methodCalls, createdIds } = body;
  if (!Array.isArray(using) || !using.every((urn) => typeof urn === "string"))
    throw new RequestError("notRequest", `"using" must be a list of strings`);
  if (!Array.isArray(methodCalls) || !methodCalls.every(isInvocation))
    throw new RequestError(
      "notRequest",
      `"methodCalls" must be a list of [name, arguments, call id]`,
    );
  if (createdIds !== undefined && createdIds !== null) {
    const fine =
      isObject(createdIds) && Object.entries(createdIds).every((pair) => pair.every(isId));
    if (!fine) throw new RequestError("notRequest", `"createdIds" must map ids to ids`);
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
  given: Omit<RequestContext, "invoke" | "states" | "using" | "budget" | "actorIn"> & {
    readonly observed?: MethodObserver;
  },
): Promise<Invocation[]> {
  const using = new Set(request.using);
  const responses: Invocation[] = [];
  const states = createStates(given);
  const budget = createBudget();
  const context: RequestContext = {
    ...given,
    using,
    states,
    budget,
    actorIn: createActorIn(given),
    write: (accountIds, work) => given.write(accountIds, work).finally(() => states.forget()),
    async invoke(name, args) {
      const answers: Named[] = [];
      await run(name, args, methodOf(name), (...answer) => answers.push(answer));
      return answers;
    },
  };

  function methodOf(name: string): Offer | undefined {
    const method = methods.get(name);
    return method !== undefined && isOpenTo(given.actor, method) ? method : undefined;
  }

  async function run(
    name: string,
    args: JsonObject | (() => JsonObject),
    method: Offer | undefined,
    answer: (name: string, args: JsonObject) => void,
  ): Promise<void> {
    const started = performance.now();
    let outcome = "ok";
    try {
      if (method === undefined) refuse("unknownMethod", name);
      const resolved = typeof args === "function" ? args() : args;
      for await (const [answerName, one] of method.run(context, resolved)) {
        charge(budget, one, method);
        answer(answerName, one as JsonObject);
      }
    } catch (error) {
      const failure = methodError(error, name, context);
      outcome = String(failure["type"]);
      answer("error", failure);
    } finally {
      const seconds = (performance.now() - started) / 1000;
      // A name that we do not know is the client's own: there may be any number of them.
      given.observed?.({ method: methods.has(name) ? name : "unknown", outcome }, seconds);
    }
  }

  const pause = createPace();
  for (const [name, args, callId] of request.methodCalls) {
    await pause();
    const method = methodOf(name);
    const resolve = () =>
      name === "Core/echo" ? args : resolveReferences(args, responses, budget);
    const isUsed = method !== undefined && using.has(method.capability);
    await run(name, resolve, isUsed ? method : undefined, (answerName, answer) =>
      responses.push([answerName, answer, callId]),
    );
  }
  return responses;
}

/** What was done is reported, however much it is. @throws Refusal `requestTooLarge` */
function charge(budget: Budget, answer: object, { reads }: Offer): void {
  const left = budget.left("octetsAnswered");
  const size = jsonSize(answer, left);
  budget.spend("octetsAnswered", reads ? size : Math.min(size, left));
}

/** Receives each method call: its name, `ok` or the type of its error, and how long it took. */
export type MethodObserver = (
  call: { readonly method: string; readonly outcome: string },
  seconds: number,
) => void;

/** What a person asked for that is not theirs: worth a look when it is often. */
const OUT_OF_REACH: ReadonlySet<string> = new Set([
  "forbidden",
  "accountNotFound",
  "accountReadOnly",
]);

/**
 * Refusals by their code. What the database or the disk cannot do now may be asked again (RFC 8620 §3.6.2); anything else
 * is a bug. Both are found in the log by the id that the client gets.
 */
function methodError(
  error: unknown,
  method: string,
  context: Pick<RequestContext, "services" | "actor">,
): JsonObject {
  const { log } = context.services;
  if (error instanceof Refusal) {
    const { personId: person, ip } = context.actor;
    if (OUT_OF_REACH.has(error.code))
      log.warn({ method, refusal: error.code, person, ip }, "method call refused");
    return { ...error.methodError() };
  }
  if (isTooSlow(error)) {
    log.warn({ method }, "method call exceeded the statement timeout");
    return { ...new Refusal("unavailable", TOO_SLOW).methodError() };
  }
  if (error instanceof StoreUnavailable) {
    log.warn({ reason: error.message, method }, "the blob store is unavailable");
    return { type: "serverUnavailable" };
  }
  const id = randomUUID();
  if (isUnavailable(error)) {
    log.warn({ err: error, method, id }, "the database is unavailable");
    return { type: "serverUnavailable", description: id };
  }
  log.error({ err: error, method, id }, "method call failed");
  return { type: diskFault(error) === null ? "serverFail" : "serverUnavailable", description: id };
}
