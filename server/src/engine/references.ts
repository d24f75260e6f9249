import type { TypeDescription, ValueType } from "@atrium/contract/types/define";
import type { Invocation, JsonObject } from "@atrium/contract/types/wire";
import type { Budget } from "./budget.ts";
import { isObject } from "./check.ts";
import { refuse } from "./errors.ts";
import { MAX_TOKENS, pointerToken, pointerTokens } from "./patch.ts";

/** RFC 8620 §3.7: arguments named `#x` take their value from an earlier response of the same request. */
export function resolveReferences(
  args: JsonObject,
  responses: readonly Invocation[],
  budget: Budget,
): JsonObject {
  return mapEntries(args, (name, value) => {
    if (!name.startsWith("#")) return [name, value];
    const plain = name.slice(1);
    if (Object.hasOwn(args, plain))
      refuse("invalidArguments", `"${plain}" is given both as a value and as a reference`);
    return [plain, resolveOne(value, responses, budget)];
  });
}

function resolveOne(reference: unknown, responses: readonly Invocation[], budget: Budget): unknown {
  if (
    !isObject(reference) ||
    typeof reference["resultOf"] !== "string" ||
    typeof reference["name"] !== "string" ||
    typeof reference["path"] !== "string"
  )
    refuse("invalidResultReference", "a reference must have resultOf, name and path");
  const { resultOf, name, path } = reference as Record<string, string>;
  const response = responses.find(([, , callId]) => callId === resultOf);
  if (response === undefined || response[0] !== name)
    refuse("invalidResultReference", `no response of ${name} to call "${resultOf}"`);
  if (path !== "" && !path!.startsWith("/"))
    refuse("invalidResultReference", `"${path}" is not a JSON pointer`);
  return path === "" ? response[1] : evaluate(response[1], pointerOf(path!), budget);
}

function pointerOf(path: string): string[] {
  const tokens = pointerTokens(path.slice(1));
  if (tokens.length > MAX_TOKENS) refuse("invalidResultReference", "the pointer is too long");
  return tokens;
}

/** Each value is looked at once for each token that leads through it, and what is found is recorded once. */
function evaluate(whole: unknown, tokens: readonly string[], budget: Budget): unknown {
  function follow(start: unknown, from: number, found: unknown[] | null): unknown {
    let value = start;
    for (let at = from; at < tokens.length; at += 1) {
      const token = tokens[at]!;
      budget.spend("visited", 1);
      if (Array.isArray(value) && token === "*") {
        // `*` maps over the list and joins what are lists themselves (RFC 8620 §3.7): all of them into one list.
        const all: unknown[] = found ?? [];
        for (const item of value) {
          const one = follow(item, at + 1, all);
          // What a further `*` found stands there already.
          if (one !== all) add(one, all);
        }
        return all;
      }
      value = below(value, token);
    }
    return value;
  }

  function add(one: unknown, all: unknown[]): void {
    const items: readonly unknown[] = Array.isArray(one) ? one : [one];
    budget.spend("visited", items.length);
    for (const item of items) all.push(item);
  }

  return follow(whole, 0, null);
}

function below(value: unknown, token: string): unknown {
  if (Array.isArray(value)) {
    if (/^(0|[1-9]\d*)$/.test(token) && Number(token) < value.length) return value[Number(token)];
  } else if (isObject(value) && Object.hasOwn(value, token)) return value[token];
  return refuse("invalidResultReference", `"${token.slice(0, 200)}" points nowhere`);
}

/** The id behind `#creationId`, or the id itself. `undefined` when nothing of that name was created. */
export function realId(id: string, createdIds: ReadonlyMap<string, string>): string | undefined {
  return id.startsWith("#") ? createdIds.get(id.slice(1)) : id;
}

/**
 * Puts real ids in the place of creation ids, in all properties that hold ids (RFC 8620 §5.3), and wherever a hand-typed
 * value names a blob (RFC 9404 §4.1). `missing` collects the creation ids that are not known (yet).
 */
export function resolveCreationIds(
  type: TypeDescription,
  record: JsonObject,
  createdIds: ReadonlyMap<string, string>,
  missing: Set<string>,
): JsonObject {
  const swap = (id: string): string => {
    const real = realId(id, createdIds);
    if (real === undefined) missing.add(id.slice(1));
    return real ?? id;
  };
  return Object.fromEntries(
    Object.entries(record).map(([path, value]) => {
      const [top, ...below] = pointerTokens(path);
      let valueType = type.properties[top!]?.type;
      for (const [index, token] of below.entries()) {
        if (isSetOfIds(valueType) && token.startsWith("#")) below[index] = swap(token);
        valueType = memberType(valueType);
      }
      const realPath = [top!, ...below].map(pointerToken).join("/");
      return [realPath, valueType === undefined ? value : withIds(valueType, value, swap)];
    }),
  );
}

const isSetOfIds = (type: ValueType | undefined): boolean =>
  typeof type === "object" && "set" in type && type.set === "Id";

/** What lies one level below a value, where a patch can reach it. */
const memberType = (type: ValueType | undefined): ValueType | undefined =>
  typeof type === "object" && "map" in type ? type.map : undefined;

function withIds(type: ValueType, value: unknown, swap: (id: string) => string): unknown {
  if (type === "Id") return typeof value === "string" ? swap(value) : value;
  if (typeof type === "string") return value;
  if ("list" in type && Array.isArray(value))
    return value.map((item) => withIds(type.list, item, swap));
  if ("map" in type && isObject(value))
    return mapEntries(value, (key, item) => [key, withIds(type.map, item, swap)]);
  if ("set" in type && type.set === "Id" && isObject(value))
    return mapEntries(value, (id, member) => [swap(id), member]);
  return "shape" in type ? withBlobIds(value, swap) : value;
}

/** How deep a hand-typed value is looked into; message parts may lie that deep within each other, and no deeper. */
const MAX_DEPTH = 100;

function withBlobIds(value: unknown, swap: (id: string) => string, depth = 0): unknown {
  if (depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((item) => withBlobIds(item, swap, depth + 1));
  if (!isObject(value)) return value;
  return mapEntries(value, (key, item) => [
    key,
    key === "blobId" && typeof item === "string" ? swap(item) : withBlobIds(item, swap, depth + 1),
  ]);
}

const mapEntries = (
  value: JsonObject,
  map: (key: string, item: unknown) => readonly [string, unknown],
): JsonObject => Object.fromEntries(Object.entries(value).map(([key, item]) => map(key, item)));
