import { strings, type Step, type Value } from "./step.ts";
import { zoneOffset } from "./date-parts.ts";
import { singleAddress } from "./delivery.ts";
import { SieveError } from "./errors.ts";
import { isFieldName } from "./header.ts";
import type { Expressions } from "./regex.ts";
import type { Template } from "./template.ts";

/** The context of a command or test. */
interface Place {
  /** The names of the `foreverypart` around it, the innermost last. */
  readonly loops: readonly (string | undefined)[];
  readonly expressions: Expressions;
  /** Variables that were set earlier in the script. */
  readonly variables: Set<string>;
  /** @throws SieveError without that capability */
  readonly needs: (capability: string, what: string) => void;
}

/**
 * Checks what the shape of a command or test cannot express.
 * @throws SieveError
 */
export function checkStep(step: Step, place: Place): void {
  checkMatching(step, place);
  checkMime(step);
  CHECKS[step.name]?.(step, place);
}

const COMPARATORS = new Set(["i;octet", "i;ascii-casemap", "i;ascii-numeric", "i;unicode-casemap"]);
/** RFC 5228 §2.7.3: these need no capability. */
const ALWAYS = new Set(["i;octet", "i;ascii-casemap"]);
const RELATIONS = new Set(["gt", "ge", "lt", "le", "eq", "ne"]);
const ENVELOPE_PARTS = new Set(["from", "to"]);
const VARIABLE = /^[a-z_]\w{0,63}$/i;
const GLOBAL_VARIABLE = /^global\.[a-z_]\w{0,63}$/i;
/** Header fields that contain addresses (RFC 5228 §5.1). */
const ADDRESS_FIELDS = new Set(
  [
    ["from", "sender", "reply-to", "to", "cc", "bcc", "return-path", "delivered-to", "errors-to"],
    ["resent-from", "resent-sender", "resent-reply-to", "resent-to", "resent-cc", "resent-bcc"],
    ["disposition-notification-to", "return-receipt-to", "mail-followup-to", "mail-reply-to"],
    ["apparently-to", "approved", "for-approval", "for-comment", "for-handling", "envelope-to"],
    ["original-recipient", "final-recipient", "x-original-to", "x-envelope-to", "list-post"],
  ].flat(),
);

/** `use-attr` of RFC 6154 §6. */
const SPECIAL_USE = /^\\[!#$&'+-[^-z|}~]{1,100}$/;

const CHECKS: Readonly<Record<string, ((step: Step, place: Place) => void) | undefined>> = {
  address({ args, line }) {
    for (const name of strings(args[0]))
      if (!ADDRESS_FIELDS.has(name.toLowerCase()))
        throw new SieveError(line, `“${name.slice(0, 100)}” is not an address field`);
  },
  envelope({ args, line }) {
    for (const part of strings(args[0]))
      if (!ENVELOPE_PARTS.has(part.toLowerCase()))
        throw new SieveError(line, `Unknown envelope part “${part.slice(0, 100)}”`);
  },
  size({ tags, line }) {
    if (tags.size !== 1) throw new SieveError(line, "“size” needs “:over” or “:under”");
  },
  date: checkZone,
  currentdate: checkZone,
  fileinto: ({ tags, line }) => checkUses(tags.get("specialuse"), line),
  specialuse_exists: ({ args, line }) => checkUses(args[1], line),
  redirect({ args, line }) {
    for (const text of strings(args[0])) checkAddress(text, line);
  },
  vacation({ tags, line }) {
    for (const text of strings(tags.get("from"))) checkAddress(text, line);
  },
  set({ args, line }, place) {
    const name = constant(args[0], "set", line);
    if (GLOBAL_VARIABLE.test(name)) place.needs("include", name);
    else checkVariable(name, line);
    place.variables.add(name.toLowerCase());
  },
  global({ args, line }, place) {
    place.needs("variables", "global");
    for (const template of args[0] as readonly Template[]) {
      const name = constant([template], "global", line);
      checkVariable(name, line);
      if (place.variables.has(name.toLowerCase()))
        throw new SieveError(line, `“${name}” is set before it is declared global`);
    }
  },
  setflag: checkFlagVariable,
  addflag: checkFlagVariable,
  removeflag: checkFlagVariable,
  hasflag: checkFlagVariable,
  include({ args, line }) {
    constant(args[0], "include", line);
  },
  foreverypart({ tags, line }) {
    if (tags.has("name")) constant(tags.get("name"), ":name", line);
  },
  break({ tags, line }, { loops }) {
    if (loops.length === 0)
      throw new SieveError(line, "“break” can only be used inside “foreverypart”");
    if (!tags.has("name")) return;
    const name = constant(tags.get("name"), ":name", line);
    if (!loops.includes(name))
      throw new SieveError(
        line,
        `“break” is not inside a “foreverypart” named “${name.slice(0, 100)}”`,
      );
  },
  extracttext({ args, line }, { loops, needs }) {
    needs("variables", "extracttext");
    if (loops.length === 0)
      throw new SieveError(line, "“extracttext” can only be used inside “foreverypart”");
    checkVariable(constant(args[0], "extracttext", line), line);
  },
  addheader: checkFieldName,
  deleteheader: checkFieldName,
};

function checkMatching(step: Step, place: Place): void {
  const { name, tags, args, line } = step;
  for (const tag of ["value", "count"])
    if (tags.has(tag) && !RELATIONS.has(constant(tags.get(tag), `:${tag}`, line).toLowerCase()))
      throw new SieveError(line, `“:${tag}” takes gt, ge, lt, le, eq or ne`);
  const comparator = tags.has("comparator")
    ? constant(tags.get("comparator"), ":comparator", line).toLowerCase()
    : "i;ascii-casemap";
  if (!COMPARATORS.has(comparator))
    throw new SieveError(line, `Unknown comparator “${comparator.slice(0, 100)}”`);
  if (!ALWAYS.has(comparator)) place.needs(`comparator-${comparator}`, comparator);
  if (comparator === "i;ascii-numeric")
    for (const tag of ["contains", "matches", "regex"])
      if (tags.has(tag)) throw new SieveError(line, `“:${tag}” cannot compare numbers`);
  if (tags.get("index") === 0) throw new SieveError(line, "“:index” counts from 1");
  const isIndexed = name !== "addheader" && name !== "duplicate";
  if (isIndexed && tags.has("last") && !tags.has("index"))
    throw new SieveError(line, "“:last” needs “:index”");
  // The last argument is the list of keys; `deleteheader` may have none.
  const keys = tags.has("regex") && (name !== "deleteheader" || args.at(-1)) ? args.at(-1) : [];
  for (const pattern of strings(keys))
    place.expressions.compile(pattern, comparator !== "i;octet", line);
}

/** RFC 5703 §4. */
function checkMime({ tags, line }: Step): void {
  for (const tag of ["anychild", "type", "subtype", "contenttype", "param"])
    if (tags.has(tag) && !tags.has("mime")) throw new SieveError(line, `“:${tag}” needs “:mime”`);
}

function checkZone({ tags, line }: Step): void {
  for (const zone of strings(tags.get("zone"))) zoneOffset(zone, line);
}

/** RFC 8579 §3, §4. */
function checkUses(uses: Value | undefined, line: number): void {
  for (const use of strings(uses))
    if (!SPECIAL_USE.test(use))
      throw new SieveError(
        line,
        `“${use.slice(0, 100)}” is not a special use such as "\\\\Archive"`,
      );
}

function checkAddress(text: string, line: number): void {
  if (singleAddress(text) === undefined)
    throw new SieveError(line, `“${text.slice(0, 100)}” is not an email address`);
}

function checkFlagVariable({ name, args, line }: Step, place: Place): void {
  if (args[0] === undefined) return;
  place.needs("variables", `${name} with a variable`);
  for (const variable of strings(args[0]))
    if (!GLOBAL_VARIABLE.test(variable)) checkVariable(variable, line);
}

function checkFieldName({ args, line }: Step): void {
  for (const name of strings(args[0]))
    if (!isFieldName(name))
      throw new SieveError(line, `“${name.slice(0, 100)}” is not a valid header field name`);
}

function checkVariable(name: string, line: number): void {
  if (!VARIABLE.test(name))
    throw new SieveError(line, `“${name.slice(0, 100)}” is not a valid variable name`);
}

/** A string that must not contain variables. */
function constant(value: Value | undefined, what: string, line: number): string {
  const [text] = value as readonly Template[];
  if (typeof text !== "string") throw new SieveError(line, `“${what}” must not contain variables`);
  return text;
}
