import type { TypeDescription } from "@atrium/contract/types/define";
import type { JsonObject } from "@atrium/contract/types/wire";
import { isKeepable, isObject } from "./check.ts";
import { refuse } from "./errors.ts";
import { MAX_PATCH_PATHS } from "./limits.ts";

type Json = Record<string, unknown>;

/** Tokens of a pointer: no answer and no record of ours is so deep. */
export const MAX_TOKENS = 256;

/**
 * RFC 6901 §4: `~1` is a slash, `~0` a tilde. Patch paths have no leading slash (RFC 8620 §5.3). Of a path that is too
 * long one token more than may be.
 */
export function pointerTokens(path: string): string[] {
  return path
    .split("/", MAX_TOKENS + 1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The property that a path begins with. */
export const propertyOf = (path: string): string => pointerTokens(path)[0]!;

/** Whether records of a type may have such a property. */
export const isKnown = (type: TypeDescription, name: string): boolean =>
  Object.hasOwn(type.properties, name) ||
  (type.dynamicPrefix !== undefined && name.startsWith(type.dynamicPrefix));

/** The other way round. */
export const pointerToken = (token: string): string =>
  token.replaceAll("~", "~0").replaceAll("/", "~1");

/**
 * Applies a PatchObject (RFC 8620 §5.3) to a record and answers the new one; the old is not touched.
 * @throws Refusal `invalidPatch` for a path that cannot be applied, `tooLarge` for too many of them.
 */
export function applyPatch(
  type: TypeDescription,
  before: JsonObject,
  patch: JsonObject,
): JsonObject {
  const names = Object.keys(patch);
  if (names.length > MAX_PATCH_PATHS) refuse("tooLarge", `more than ${MAX_PATCH_PATHS} paths`);
  const paths = names.map((path) => [path, tokensOf(path)] as const);
  refusePrefixes(paths.map(([, tokens]) => tokens));
  const after: Json = { ...before };
  const copied = new Set<string>();
  for (const [path, tokens] of paths) {
    const top = tokens[0]!;
    const value = patch[path];
    if (tokens.length === 1) {
      const property = Object.hasOwn(type.properties, top) ? type.properties[top] : undefined;
      setMember(after, top, value === null ? (property?.default ?? null) : value);
      continue;
    }
    if (!copied.has(top)) {
      setMember(after, top, Object.hasOwn(before, top) ? structuredClone(before[top]) : undefined);
      copied.add(top);
    }
    const parent = parentOf(after, tokens, path);
    const last = tokens.at(-1)!;
    if (value === null) delete parent[last];
    else setMember(parent, last, value);
  }
  return after;
}

/** An assignment, also to `__proto__`, which would otherwise change what kind of object it is. */
function setMember(object: Json, name: string, value: unknown): void {
  if (name !== "__proto__") object[name] = value;
  else
    Object.defineProperty(object, name, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
}

/** Characters of a client's own text in a description. */
const MAX_DETAIL = 200;
function tokensOf(path: string): string[] {
  const tokens = pointerTokens(path);
  if (tokens.length > MAX_TOKENS) refuse("invalidPatch", "a path is too long");
  return tokens;
}

function parentOf(record: Json, tokens: readonly string[], path: string): Json {
  let parent: unknown = record;
  for (const token of tokens.slice(0, -1)) {
    const next: unknown =
      isObject(parent) && Object.hasOwn(parent, token) ? parent[token] : undefined;
    // Neither into a list, nor below what is not there.
    if (!isObject(next)) refuse("invalidPatch", `"${path.slice(0, MAX_DETAIL)}" points nowhere`);
    parent = next;
  }
  return parent as Json;
}

/** Where paths lead, as a tree: `null` where one ends. */
type Branch = Map<string, Branch | null>;

function refusePrefixes(paths: readonly (readonly string[])[]): void {
  const root: Branch = new Map();
  for (const tokens of paths) {
    let branch = root;
    for (const token of tokens.slice(0, -1)) {
      let next = branch.get(token);
      if (next === null) refuse("invalidPatch", BELOW);
      if (next === undefined) branch.set(token, (next = new Map()));
      branch = next;
    }
    const last = tokens.at(-1)!;
    if (branch.has(last)) refuse("invalidPatch", BELOW);
    branch.set(last, null);
  }
}

const BELOW = "a path and another below it are both patched";

/** Structural equality of JSON; the order of an object's keys does not matter. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
  );
}

/**
 * The names of the properties that a patch really changes.
 * @throws Refusal `invalidProperties` naming all that are unknown, server-set, immutable or of the wrong type.
 */
export function changedProperties(
  type: TypeDescription,
  before: JsonObject,
  after: JsonObject,
  patch: JsonObject,
): string[] {
  const changed: string[] = [];
  const wrong: string[] = [];
  for (const written of new Set(Object.keys(patch).map((path) => path.split("/", 1)[0]!))) {
    const name = propertyOf(written);
    const property = Object.hasOwn(type.properties, name) ? type.properties[name] : undefined;
    if (property === undefined) {
      wrong.push(written);
      continue;
    }
    // Whole records may be passed back: what is equal is no change, whatever the flags say.
    if (sameJson(before[name], after[name])) continue;
    if (property.serverSet || property.immutable || !isKeepable(property, after[name]))
      wrong.push(name);
    else changed.push(name);
  }
  if (wrong.length > 0) refuse("invalidProperties", undefined, { properties: wrong });
  return changed;
}

/**
 * A record as a client sent it for creation, with defaults filled in.
 * @throws Refusal `invalidProperties` naming all that are unknown, missing, server-set or of the wrong type.
 */
export function newRecord(type: TypeDescription, given: JsonObject): JsonObject {
  const record: Json = {};
  const wrong = Object.keys(given).filter((name) => !isKnown(type, name));
  for (const [name, property] of Object.entries(type.properties)) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (property.serverSet) {
      if (value !== undefined) wrong.push(name);
    } else if (value === undefined) {
      if (!("default" in property)) wrong.push(name);
      else if (property.default !== undefined) record[name] = property.default;
    } else if (!isKeepable(property, value)) wrong.push(name);
    else record[name] = value;
  }
  if (type.dynamicPrefix !== undefined)
    for (const name of Object.keys(given))
      if (name.startsWith(type.dynamicPrefix)) record[name] = given[name];
  if (wrong.length > 0) refuse("invalidProperties", undefined, { properties: wrong });
  return record;
}
