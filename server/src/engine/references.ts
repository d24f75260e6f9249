import type { TypeDescription } from "@atrium/contract/types/define";
import type { Invocation, JsonObject } from "@atrium/contract/types/wire";
import { isObject } from "./check.ts";
import { refuse } from "./errors.ts";
import { pointerTokens } from "./patch.ts";

/** RFC 8620 §3.7: arguments named `#x` take their value from an earlier response of the same request. */
export function resolveReferences(args: JsonObject, responses: readonly Invocation[]): JsonObject {
  const resolved: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(args)) {
    if (!name.startsWith("#")) {
      resolved[name] = value;
      continue;
    }
    const plain = name.slice(1);
    if (Object.hasOwn(args, plain))
      refuse("invalidArguments", `"${plain}" is given both as a value and as a reference`);
    resolved[plain] = resolveOne(value, responses);
  }
  return resolved;
}

function resolveOne(reference: unknown, responses: readonly Invocation[]): unknown {
  if (
    !isObject(reference) ||
    typeof reference["resultOf"] !== "string" ||
    typeof reference["name"] !== "string" ||
    typeof reference["path"] !== "string"
  )
    refuse("invalidResultReference", "a reference has resultOf, name and path");
  const { resultOf, name, path } = reference as Record<string, string>;
  const response = responses.find(([, , callId]) => callId === resultOf);
  if (response === undefined || response[0] !== name)
    refuse("invalidResultReference", `no response of ${name} to call "${resultOf}"`);
  if (path !== "" && !path!.startsWith("/"))
    refuse("invalidResultReference", `"${path}" is no pointer`);
  return path === "" ? response[1] : evaluate(response[1], pointerOf(path!));
}

/** No answer of ours is nested deeper; `Core/echo` gives back whatever it was given, and each level costs a copy. */
const MAX_TOKENS = 256;

function pointerOf(path: string): string[] {
  const tokens = pointerTokens(path.slice(1));
  if (tokens.length > MAX_TOKENS) refuse("invalidResultReference", "the pointer is too long");
  return tokens;
}

function evaluate(value: unknown, tokens: readonly string[]): unknown {
  const [token, ...rest] = tokens;
  if (token === undefined) return value;
  if (Array.isArray(value)) {
    // `*` maps over the list and joins what are lists themselves (RFC 8620 §3.7).
    if (token === "*")
      return value.flatMap((item) => {
        const found = evaluate(item, rest);
        return Array.isArray(found) ? found : [found];
      });
    if (/^(0|[1-9]\d*)$/.test(token) && Number(token) < value.length)
      return evaluate(value[Number(token)], rest);
  } else if (isObject(value) && Object.hasOwn(value, token)) {
    return evaluate(value[token], rest);
  }
  return refuse("invalidResultReference", `"${token}" points nowhere`);
}

/** The id behind `#creationId`, or the id itself. `undefined` when nothing of that name was created. */
export function realId(id: string, createdIds: ReadonlyMap<string, string>): string | undefined {
  return id.startsWith("#") ? createdIds.get(id.slice(1)) : id;
}

/**
 * Puts real ids in the place of creation ids, in all properties that hold ids (RFC 8620 §5.3).
 * `missing` collects the creation ids that are not known (yet).
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
  const resolved: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(record)) {
    const tokens = pointerTokens(path);
    const valueType = type.properties[tokens[0]!]?.type;
    const holdsIds =
      valueType !== undefined &&
      typeof valueType === "object" &&
      "set" in valueType &&
      valueType.set === "Id";
    if (valueType === "Id" && typeof value === "string") resolved[path] = swap(value);
    else if (holdsIds && tokens.length === 2 && tokens[1]!.startsWith("#"))
      resolved[`${tokens[0]}/${swap(tokens[1]!)}`] = value;
    else if (holdsIds && isObject(value))
      resolved[path] = Object.fromEntries(
        Object.entries(value).map(([id, member]) => [swap(id), member]),
      );
    else if (
      typeof valueType === "object" &&
      "list" in valueType &&
      valueType.list === "Id" &&
      Array.isArray(value)
    )
      resolved[path] = value.map((id: unknown) => (typeof id === "string" ? swap(id) : id));
    else resolved[path] = value;
  }
  return resolved;
}
