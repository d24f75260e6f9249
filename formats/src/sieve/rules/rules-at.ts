import { RULE_BEGIN, RULE_END } from "./write-rule.ts";

/** The names of the rules in whose text these lines of a script are, each once, in the order of the lines. */
export function rulesAt(text: string, lines: readonly number[]): readonly string[] {
  const wanted = new Set(lines);
  const names = new Set<string>();
  let rule: string | undefined;
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (line.startsWith(RULE_BEGIN)) rule = line.slice(RULE_BEGIN.length).trim();
    if (rule !== undefined && wanted.has(index + 1)) names.add(rule);
    if (line.startsWith(RULE_END)) rule = undefined;
  }
  return [...names];
}
