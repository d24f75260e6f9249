import type { JsonObject, PatchObject } from "@atrium/contract/types/wire";

/** A record with a patch applied (RFC 8620 §5.3); only what the patch names is copied. */
export function applyPatch(record: JsonObject, patch: PatchObject): JsonObject {
  let result: Record<string, unknown> = { ...record };
  for (const [pointer, value] of Object.entries(patch)) {
    // A property of its own stays known: what has nothing is not what has not been asked for.
    if (value === null && !pointer.includes("/")) {
      result[pointer] = null;
      continue;
    }
    const path = pointer.split("/").map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
    result = put(result, path, value);
  }
  return result;
}

function put(
  record: JsonObject,
  [name, ...rest]: readonly string[],
  value: unknown,
): Record<string, unknown> {
  const result: Record<string, unknown> = { ...record };
  if (name === undefined) return result;
  if (rest.length > 0) result[name] = put((record[name] ?? {}) as JsonObject, rest, value);
  else if (value === null) delete result[name];
  else result[name] = value;
  return result;
}
