import type { JsonObject, PatchObject } from "@atrium/contract/types/wire";

/** A record with a patch applied (RFC 8620 §5.3); only what the patch names is copied. */
export function applyPatch(record: JsonObject, patch: PatchObject): JsonObject {
  let result: JsonObject = record;
  for (const [pointer, value] of Object.entries(patch)) {
    // A property of its own stays known: what has nothing is not what has not been asked for.
    if (value === null && !pointer.includes("/")) {
      result = { ...result, [pointer]: null };
      continue;
    }
    const path = pointer.split("/").map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
    result = put(result, path, value);
  }
  return result;
}

/** The path of a member of a property that is an object (RFC 6901 §3). */
export const memberPath = (property: string, member: string): string =>
  `${property}/${member.replaceAll("~", "~0").replaceAll("/", "~1")}`;

function put(record: JsonObject, [name, ...rest]: readonly string[], value: unknown): JsonObject {
  if (name === undefined) return record;
  const known = Object.hasOwn(record, name) ? record[name] : undefined;
  // Not by assignment: one to `__proto__` would make no member.
  if (rest.length > 0) return { ...record, [name]: put((known ?? {}) as JsonObject, rest, value) };
  if (value !== null) return { ...record, [name]: value };
  const { [name]: _, ...others } = record;
  return others;
}
