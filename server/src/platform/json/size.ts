/**
 * How many characters a value has as JSON, about: names and texts are counted as they are. Counting stops where there
 * are more than `limit`.
 */
export function jsonSize(value: unknown, limit = Number.POSITIVE_INFINITY): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value !== "object" || value === null) return 5;
  let size = 2;
  if (Array.isArray(value)) {
    for (const item of value) {
      size += 1 + jsonSize(item, limit - size);
      if (size > limit) break;
    }
    return size;
  }
  for (const name in value) {
    size += name.length + 4 + jsonSize((value as Record<string, unknown>)[name], limit - size);
    if (size > limit) break;
  }
  return size;
}
