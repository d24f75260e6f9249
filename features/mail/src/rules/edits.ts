import type { Rule, RulePart } from "@atrium/formats/sieve-rules";
import { ScriptChanged, type RuleEdit } from "./script.ts";

/** Where a rule was, so that it is found even if others were added or removed elsewhere. */
export interface PlacedRule {
  readonly rule: Rule;
  /** Among all parts. */
  readonly at: number;
}

const withParts =
  (change: (parts: readonly RulePart[]) => readonly RulePart[]): RuleEdit =>
  (script) => ({ ...script, parts: change(script.parts) });

const asPart = (rule: Rule): RulePart => ({ kind: "rule", rule });

/** After all others. */
export const appendRule = (rule: Rule): RuleEdit => withParts((parts) => [...parts, asPart(rule)]);

export const insertRule = ({ rule, at }: PlacedRule): RuleEdit =>
  withParts((parts) => parts.toSpliced(at, 0, asPart(rule)));

/** The edit throws `ScriptChanged` if the rule is no longer there. */
export const replaceRule = (placed: PlacedRule, rule: Rule): RuleEdit =>
  withParts((parts) => parts.with(find(parts, placed), asPart(rule)));

/** The edit throws `ScriptChanged` if the rule is no longer there. */
export const removeRule = (placed: PlacedRule): RuleEdit =>
  withParts((parts) => parts.toSpliced(find(parts, placed), 1));

/** Moves a rule to where another part is, which makes room. The edit throws `ScriptChanged` if the rule is no longer there. */
export const moveRule = (placed: PlacedRule, to: number): RuleEdit =>
  withParts((parts) => {
    const at = find(parts, placed);
    const others = parts.toSpliced(at, 1);
    return others.toSpliced(Math.min(to, others.length), 0, parts[at]!);
  });

/** Parts that people see: whitespace between rules is none. */
export const isShown = (part: RulePart): boolean => part.kind === "rule" || part.text.trim() !== "";

/** Where a rule goes if it moves by one place among those that people see; undefined at the end. */
export function stepFrom(parts: readonly RulePart[], at: number, by: 1 | -1): number | undefined {
  for (let to = at + by; to >= 0 && to < parts.length; to += by) if (isShown(parts[to]!)) return to;
  return undefined;
}

/** @throws ScriptChanged */
function find(parts: readonly RulePart[], { rule, at }: PlacedRule): number {
  const wanted = JSON.stringify(rule);
  const is = (part: RulePart | undefined): boolean =>
    part?.kind === "rule" && JSON.stringify(part.rule) === wanted;
  const found = is(parts[at]) ? at : parts.findIndex(is);
  if (found < 0) throw new ScriptChanged();
  return found;
}
