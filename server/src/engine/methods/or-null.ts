/** A map as JSON has it, none when it is empty; `fromEntries` makes a member of any name, `__proto__` too. */
export function orNull<T>(map: ReadonlyMap<string, T>): Record<string, T> | null {
  return map.size === 0 ? null : Object.fromEntries(map);
}
