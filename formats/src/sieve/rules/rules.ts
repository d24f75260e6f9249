import { parsePlaces, type Placed } from "../parser.ts";
import { readRule } from "./read-rule.ts";
import { faultOf, type Rule } from "./rule.ts";
import { quoted, RULE_BEGIN, writeRule } from "./write-rule.ts";

/** A rule, or other text of the script, which is preserved. */
export type RulePart =
  | { readonly kind: "rule"; readonly rule: Rule }
  | { readonly kind: "text"; readonly text: string };

/** A script as a sequence of rules and other text. */
export interface RuleScript {
  /** The text up to the last `require`, without the generated `require`. */
  readonly head: string;
  readonly parts: readonly RulePart[];
}

/** Marks the generated `require`. */
const OWN = "# --- Rules";
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Finds the rules in a script. Only blocks that `writeRules` would write identically are rules; all other text is preserved
 * byte for byte.
 * @throws SieveError if the script is invalid
 */
export function readRules(text: string): RuleScript {
  const places = parsePlaces(text);
  const lastRequire = places.findLastIndex(({ command }) => command.name === "require");
  const start = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
  const headEnd = lastRequire < 0 ? start : endOfLine(text, places[lastRequire]!.end);
  const parts: RulePart[] = [];
  let kept = headEnd;
  const keep = (end: number): void => {
    if (end > kept) parts.push({ kind: "text", text: text.slice(kept, end) });
  };
  for (const [index, place] of places.entries()) {
    if (index <= lastRequire || place.command.name !== "if") continue;
    const next = places[index + 1]?.command.name;
    if (next === "elsif" || next === "else") continue;
    const found = ruleAt(text, place, Math.max(kept, places[index - 1]?.end ?? 0));
    if (!found) continue;
    keep(found.start);
    parts.push({ kind: "rule", rule: found.rule });
    kept = found.end;
  }
  keep(text.length);
  return { head: withoutOwn(text.slice(0, headEnd), places), parts };
}

/**
 * Writes a script.
 * @throws RangeError if a rule is invalid (`faultOf`)
 */
export function writeRules({ head, parts }: RuleScript): string {
  const requires = new Set<string>();
  const written = parts.map((part) => {
    if (part.kind === "text") return part.text;
    const fault = faultOf(part.rule);
    if (fault !== null) throw new RangeError(`A rule cannot have such ${fault}`);
    const { text, requires: needed } = writeRule(part.rule);
    for (const capability of needed) requires.add(capability);
    return text;
  });
  const own = [...requires].sort().map(quoted).join(", ");
  const mark = head.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
  let script = mark + (own === "" ? "" : `require [${own}]; ${OWN}\r\n`) + head.slice(mark.length);
  for (const [index, piece] of written.entries()) {
    const line = lastLine(script);
    // A rule starts on its own line, and no text may follow a comment.
    const needsLine = parts[index]!.kind === "rule" || line.includes("#");
    if (line !== "" && line !== BYTE_ORDER_MARK && needsLine) script += "\r\n";
    script += piece;
  }
  return script;
}

/**
 * The rule at an `if`, including its marker lines.
 * @param from end of the previous command
 */
function ruleAt(
  text: string,
  { command, start, end }: Placed,
  from: number,
): { rule: Rule; start: number; end: number } | undefined {
  const before = text.slice(from, start);
  const begin = before.lastIndexOf(RULE_BEGIN);
  if (begin < 0 || !isLineStart(text, from + begin)) return undefined;
  const [line = ""] = before.slice(begin).split(/[\r\n]/, 1);
  const rule = readRule(line.slice(RULE_BEGIN.length), command);
  const closing = /\s*# --- End of rule[ \t]*(?:\r\n|\r|\n|$)/y;
  closing.lastIndex = end;
  if (!rule || faultOf(rule) !== null || !closing.test(text)) return undefined;
  const found = { rule, start: from + begin, end: closing.lastIndex };
  // Otherwise, comments and other details would be lost.
  const asWritten = spaced(text.slice(found.start, found.end)) === spaced(writeRule(rule).text);
  return asWritten ? found : undefined;
}

function lastLine(text: string): string {
  return text.slice(Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1);
}

const isLineStart = (text: string, at: number): boolean =>
  at === 0 || /[\r\n\uFEFF]/.test(text[at - 1]!);

const spaced = (text: string): string => text.replace(/\s+/g, " ").trim();

/** The end of the line if only a comment follows, else `at`. */
function endOfLine(text: string, at: number): number {
  const rest = /[ \t]*(?:#[^\r\n]*)?(?:\r\n|\r|\n|$)/y;
  rest.lastIndex = at;
  return rest.test(text) ? rest.lastIndex : at;
}

function withoutOwn(head: string, places: readonly Placed[]): string {
  const own = places.find(
    ({ command, end }) =>
      command.name === "require" && head.slice(end, end + OWN.length + 1) === ` ${OWN}`,
  );
  return own ? head.slice(0, own.start) + head.slice(endOfLine(head, own.end)) : head;
}
