import type { TypeDescription } from "@atrium/contract/types/define";
import type { LooseRecord } from "../serve.ts";

const seen = new WeakMap<TypeDescription, Map<string, TypeDescription>>();

/** Those that a request names for properties which are not of the type's own. */
export const capabilitiesOfProperties = ({ properties }: TypeDescription): readonly string[] =>
  Object.values(properties).flatMap(({ capability }) => capability ?? []);

/** A type as a request sees it: without the properties of capabilities that it does not name (RFC 8620 §1.8). */
export function typeSeen(type: TypeDescription, using: ReadonlySet<string>): TypeDescription {
  const hidden = Object.entries(type.properties)
    .filter(([, { capability }]) => capability !== undefined && !using.has(capability))
    .map(([name]) => name);
  if (hidden.length === 0) return type;
  const made = seen.get(type) ?? new Map<string, TypeDescription>();
  seen.set(type, made);
  const key = hidden.join();
  const found = made.get(key) ?? { ...type, properties: without(type.properties, hidden) };
  made.set(key, found);
  return found;
}

/** The properties of a record, or those of an answer about it, that a request sees. */
export function recordSeen(
  type: TypeDescription,
  using: ReadonlySet<string>,
  record: LooseRecord,
): LooseRecord {
  const { properties } = typeSeen(type, using);
  const hidden = Object.keys(type.properties).filter((name) => !Object.hasOwn(properties, name));
  return hidden.length === 0 ? record : without(record, hidden);
}

const without = <Value>(
  object: Readonly<Record<string, Value>>,
  names: readonly string[],
): Record<string, Value> =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
