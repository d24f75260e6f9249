import type {
  ArgumentsOf,
  DefaultProperty,
  MethodName,
  MethodProperty,
  ResultOf,
  Results,
} from "@atrium/contract/types/methods";
import type {
  Invocation,
  JmapRequest,
  JmapResponse,
  JsonObject,
  MethodError,
  ResultReference,
} from "@atrium/contract/types/wire";
import { MethodFailed, Unreachable } from "./errors.ts";

/** A call on its way. */
export interface PendingCall<Result> {
  readonly result: Promise<Result>;
  /** For an argument `#name` of a later call of the same group (RFC 8620 §3.7). */
  ref(path: string): ResultReference;
}

/** Calls that travel in one request, in this order, and may refer to each other. */
export interface CallGroup {
  call<Name extends MethodName, Property extends MethodProperty<Name> = DefaultProperty<Name>>(
    name: Name,
    args: ArgumentsOf<Name, Property>,
  ): PendingCall<ResultOf<Name, Property>>;
}

/** The same for the standard methods of whatever type. */
export interface StandardCallGroup {
  call<Verb extends keyof Results<JsonObject>>(
    name: `${string}/${Verb}`,
    args: JsonObject,
  ): PendingCall<Results<JsonObject>[Verb]>;
}

export interface Batch {
  /** A group that leaves with everything else asked for in the same tick. */
  group(): CallGroup & StandardCallGroup;
}

interface Waiting {
  readonly invocation: Invocation;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export interface BatchOptions {
  readonly send: (request: JmapRequest) => Promise<JmapResponse>;
  readonly using: () => Promise<{
    readonly capabilities: readonly string[];
    readonly maxCalls: number;
  }>;
}

/** Collects the calls of one tick into as few requests as the server's limit allows; a group is never split. */
export function createBatch({ send, using }: BatchOptions): Batch {
  let groups: Waiting[][] = [];
  let last = 0;

  function take(): Waiting[][] {
    const leaving = groups;
    groups = [];
    return leaving;
  }

  async function flush(): Promise<void> {
    const limits = await using().catch((error: unknown) => {
      for (const { reject } of take().flat()) reject(error);
    });
    if (!limits) return;
    let request: Waiting[] = [];
    for (const group of take()) {
      if (request.length > 0 && request.length + group.length > limits.maxCalls) {
        void run(request, limits.capabilities);
        request = [];
      }
      request.push(...group);
    }
    if (request.length > 0) void run(request, limits.capabilities);
  }

  async function run(calls: readonly Waiting[], capabilities: readonly string[]): Promise<void> {
    try {
      const answer = await send({
        using: capabilities,
        methodCalls: calls.map(({ invocation }) => invocation),
      });
      for (const call of calls) settle(call, answer.methodResponses);
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  }

  return {
    group() {
      const group: Waiting[] = [];
      if (groups.push(group) === 1) queueMicrotask(() => void flush());
      return {
        call(name: string, args: object) {
          const id = `c${++last}`;
          const result = new Promise<never>((resolve, reject) => {
            group.push({
              invocation: [name, args as JsonObject, id],
              resolve: resolve as (result: unknown) => void,
              reject,
            });
          });
          // Of several calls in a group one may be all that the caller waits for.
          result.catch(() => undefined);
          return { result, ref: (path: string) => ({ resultOf: id, name, path }) };
        },
      };
    },
  };
}

/** One call may have several responses (RFC 8620 §3.2); the first with its own name, or an error, is its result. */
function settle({ invocation, resolve, reject }: Waiting, answers: readonly Invocation[]): void {
  const [name, , id] = invocation;
  const mine = answers.find((answer) => answer[2] === id && [name, "error"].includes(answer[0]));
  if (!mine) reject(new Unreachable(`${name} was not answered`));
  else if (mine[0] === "error") {
    const error = mine[1] as unknown as MethodError;
    reject(new MethodFailed(name, error));
  } else resolve(mine[1]);
}
