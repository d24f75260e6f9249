import { parseSearch, textOf, tokensOf, type SearchNode } from "./query.ts";

/** A search as its box shows it: conditions that were recognised, and the text after them. */
export interface Draft {
  /** Each as the text of one condition, such as `-from:bob`. */
  readonly chips: readonly string[];
  readonly text: string;
}

/** A condition that can stand as a chip. */
export type Condition = Extract<SearchNode, { kind: "field" }>;

/** The draft of a whole search. Conditions joined by OR stay text, where one sees what belongs together. */
export function draftOf(search: string): Draft {
  const nodes = parseSearch(search);
  return {
    chips: nodes.filter((node) => isChip(node)).map((node) => textOf(node)),
    text: textOf(nodes.filter((node) => !isChip(node))),
  };
}

export function searchOf({ chips, text }: Draft): string {
  return [...chips, text.trim()].filter((part) => part !== "").join(" ");
}

/**
 * What becomes of a draft when its text changes: an operator that a space ends is a chip from then on, and one that an
 * OR follows is text again.
 */
export function typed(draft: Draft, text: string): Draft {
  const last = draft.chips.at(-1);
  if (last !== undefined && /^\s*(OR|\|)\s/.test(text))
    return { chips: draft.chips.slice(0, -1), text: `${last} ${text.trimStart()}` };
  const tokens = tokensOf(text);
  const isEnded = /\s$/.test(text) && !tokens.at(-1)?.isPhrase;
  const isClosed = text.trimEnd().endsWith('"');
  const token = tokens.at(-1);
  if (!token?.name || (!isEnded && !(isClosed && /\s$/.test(text)))) return { ...draft, text };
  if (isJoined(text)) return { ...draft, text };
  const [node] = parseSearch(text.slice(token.start, token.end));
  if (!node || !isChip(node)) return { ...draft, text };
  return { chips: added(draft.chips, textOf(node)), text: text.slice(0, token.start) };
}

export function added(chips: readonly string[], chip: string): readonly string[] {
  return chips.includes(chip) ? chips : [...chips, chip];
}

/** The condition of a chip. */
export function conditionOf(
  chip: string,
): { readonly condition: Condition; readonly isNot: boolean } | undefined {
  const [node] = parseSearch(chip);
  if (node?.kind === "field") return { condition: node, isNot: false };
  if (node?.kind === "not" && node.node.kind === "field")
    return { condition: node.node, isNot: true };
  return undefined;
}

const isChip = (node: SearchNode): boolean =>
  node.kind === "field" || (node.kind === "not" && node.node.kind === "field");

/** Whether a text joins its pieces by OR or brackets: what is added to it stays text, where one sees what belongs together. */
export const isJoined = (text: string): boolean =>
  tokensOf(text).some(({ kind }) => kind !== "term");
