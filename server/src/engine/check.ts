import type { Properties, Property, ValuesOf, ValueType } from "@atrium/contract/types/define";
import type { JsonObject } from "@atrium/contract/types/wire";
import { refuse } from "./errors.ts";

// RFC 8620 §1.2.
const ID = /^[A-Za-z0-9_-]{1,255}$/;
// A creation id may stand for the id of a record made in the same request (RFC 8620 §5.3).
const ID_OR_CREATION = /^#?[A-Za-z0-9_-]{1,255}$/;
// RFC 8620 §1.4: RFC 3339 with upper-case letters; a UTCDate ends in Z.
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

export function isId(value: unknown): value is string {
  return typeof value === "string" && ID.test(value);
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a JSON value is of a described type. Ids may be references to creations. */
export function isValue(type: ValueType, value: unknown): boolean {
  if (typeof type === "string") return isSimple(type, value);
  if ("list" in type)
    return Array.isArray(value) && value.every((item) => isValue(type.list, item));
  if ("map" in type)
    return isObject(value) && Object.values(value).every((item) => isValue(type.map, item));
  if ("set" in type)
    return (
      isObject(value) &&
      Object.entries(value).every(([key, member]) => member === true && isKey(type.set, key))
    );
  if ("oneOf" in type) return typeof value === "string" && type.oneOf.includes(value);
  if (type.shape === "object") return isObject(value);
  if (type.shape === "list") return Array.isArray(value);
  return value !== undefined;
}

function isKey(of: Extract<ValueType, { set: unknown }>["set"], key: string): boolean {
  if (typeof of === "object") return of.oneOf.includes(key);
  return of === "String" || ID_OR_CREATION.test(key);
}

function isSimple(type: Extract<ValueType, string>, value: unknown): boolean {
  switch (type) {
    case "Id":
      return typeof value === "string" && ID_OR_CREATION.test(value);
    case "String":
      return typeof value === "string";
    case "Boolean":
      return typeof value === "boolean";
    case "Number":
      return typeof value === "number" && Number.isFinite(value);
    case "Int":
      return Number.isSafeInteger(value);
    case "UnsignedInt":
      return Number.isSafeInteger(value) && (value as number) >= 0;
    case "Date":
      return isDate(value);
    default:
      return isDate(value) && value.endsWith("Z");
  }
}

function isDate(value: unknown): value is string {
  return typeof value === "string" && DATE.test(value) && !Number.isNaN(Date.parse(value));
}

/** Whether a value fits a property, its `nullable` included. */
export function fits(property: Property, value: unknown): boolean {
  return value === null ? property.nullable === true : isValue(property.type, value);
}

/** Whether a property can be kept so: of its type, and no text with NUL, which the database does not take. */
export function isKeepable(property: Property, value: unknown): boolean {
  return fits(property, value) && !(typeof value === "string" && value.includes("\0"));
}

/** What values of a property can be kept, beyond their type. */
export interface ValueLimits {
  /** Of a number. */
  readonly max?: number;
  /** Of a string: in UTF-16 code units. */
  readonly maxLength?: number;
  /** Of a string: in octets of UTF-8. */
  readonly maxOctets?: number;
  /** Of a string: without control characters. */
  readonly isLine?: true;
  /** Of a string: something besides white space. */
  readonly isFilled?: true;
}

/** Whether a value is within limits. Where there are some, no string has unpaired surrogates. */
export function isWithin(limits: ValueLimits, value: unknown): boolean {
  const { max = Infinity, maxLength = Infinity, maxOctets = Infinity, isLine, isFilled } = limits;
  if (typeof value === "number") return value <= max;
  if (typeof value !== "string") return true;
  return (
    value.length <= maxLength &&
    (maxOctets === Infinity || Buffer.byteLength(value) <= maxOctets) &&
    !(isLine && /\p{Cc}/u.test(value)) &&
    !(isFilled && value.trim() === "") &&
    value.isWellFormed()
  );
}

/**
 * Arguments of a method call, checked, with defaults filled in. RFC 8620 §3.8: whatever is unknown, missing or of
 * the wrong type makes the call `invalidArguments`.
 */
export function checkArguments<const Expected extends Properties>(
  expected: Expected,
  given: JsonObject,
): ValuesOf<Expected> {
  const args: Record<string, unknown> = {};
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(expected, name)) refuse("invalidArguments", `unknown argument "${name}"`);
  }
  for (const [name, property] of Object.entries(expected)) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined) {
      if (!("default" in property)) refuse("invalidArguments", `"${name}" is missing`);
      args[name] = property.default;
    } else {
      if (!fits(property, value)) refuse("invalidArguments", `"${name}" has an invalid value`);
      args[name] = value;
    }
  }
  return args as ValuesOf<Expected>;
}
