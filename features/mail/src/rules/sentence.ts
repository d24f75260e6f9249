import type { Action, Condition, Rule } from "@atrium/formats/sieve-rules";
import { locale } from "@atrium/i18n";
import { englishSentence } from "./sentence-en.ts";
import { koreanSentence } from "./sentence-ko.ts";

/** What the ids in a rule are called. */
export interface RuleNames {
  /** @param fallback the name to use if there is no such folder */
  folder(id: string, fallback: string): string;
  label(keyword: string): string;
}

/** Reading order: first where the message goes. Rules are written in another order. */
const READ: readonly Action["do"][] = [
  "move",
  "archive",
  "delete",
  "label",
  "star",
  "markRead",
  "forward",
  "stop",
];

/** A rule in one sentence of the user's language. */
export function sentenceOfRule(rule: Rule, names: RuleNames): string {
  const rank = ({ do: kind }: Action): number => READ.indexOf(kind);
  const actions = rule.actions.toSorted((one, other) => rank(one) - rank(other));
  const read = { ...rule, actions };
  return locale() === "ko" ? koreanSentence(read, names) : englishSentence(read, names);
}

/** Conditions with values, apart from those on addresses. */
export type TextCondition = Extract<Condition, { readonly on: "subject" | "list" | "header" }>;
