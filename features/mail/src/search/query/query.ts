import { operatorOf, valueOf, type Operator } from "./operators.ts";

/** A search, taken apart. */
export type SearchNode =
  | { readonly kind: "words"; readonly text: string; readonly isPhrase: boolean }
  | { readonly kind: "field"; readonly name: Operator; readonly value: string }
  | { readonly kind: "not"; readonly node: SearchNode }
  | { readonly kind: "any" | "all"; readonly nodes: readonly SearchNode[] };

/** A piece of a search as it stands in its text. */
export interface Token {
  readonly kind: "term" | "open" | "close" | "or";
  readonly start: number;
  readonly end: number;
  /** A hyphen stands before it. */
  readonly isNot: boolean;
  /** What stands before the colon, when that is an operator. */
  readonly name?: Operator;
  /** Without its quotation marks. */
  readonly value: string;
  readonly isPhrase: boolean;
}

/** The pieces of a search. What a closing mark is missing to reaches to the end. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  for (let at = 0; at < text.length;) {
    if (/\s/.test(text[at]!)) {
      at += 1;
      continue;
    }
    const start = at;
    const isNot = text[at] === "-" && /^[^\s)]/.test(text.slice(at + 1, at + 2));
    if (isNot) at += 1;
    const mark = text[at]!;
    const plain = { start, isNot, value: "", isPhrase: false };
    if (mark === "(" || (mark === ")" && depth > 0)) {
      at += 1;
      depth += mark === "(" ? 1 : -1;
      tokens.push({ ...plain, kind: mark === "(" ? "open" : "close", end: at });
      continue;
    }
    const name = /^(\p{L}[\p{L}_]*):/u.exec(text.slice(at))?.[1];
    const operator = name === undefined ? undefined : operatorOf(name);
    if (operator !== undefined) at += name!.length + 1;
    const { value, isPhrase, length } = valueAt(text, at, depth > 0);
    at += length;
    // A closing mark of no group is a word like any other.
    if (at === start) at += 1;
    const raw = text.slice(start, at);
    // All of a search has to hold anyway.
    if (raw === "AND") continue;
    if (raw === "OR" || raw === "|") tokens.push({ ...plain, kind: "or", end: at });
    else {
      const named = operator === undefined ? {} : { name: operator };
      tokens.push({ kind: "term", start, end: at, isNot, ...named, value, isPhrase });
    }
  }
  return tokens;
}

function valueAt(
  text: string,
  at: number,
  isInGroup: boolean,
): { readonly value: string; readonly isPhrase: boolean; readonly length: number } {
  if (text[at] === '"') {
    const end = text.indexOf('"', at + 1);
    const value = text.slice(at + 1, end < 0 ? undefined : end);
    return { value, isPhrase: true, length: end < 0 ? text.length - at : end + 1 - at };
  }
  const [word = ""] = /^[^\s"]*/.exec(text.slice(at)) ?? [];
  let length = word.length;
  if (isInGroup) while (word[length - 1] === ")") length -= 1;
  return { value: word.slice(0, length), isPhrase: false, length };
}

/** What a search asks for; all of it has to hold. An operator that nothing follows yet asks for nothing. */
export function parseSearch(text: string): SearchNode[] {
  const tokens = tokensOf(text);
  let at = 0;

  function all(): SearchNode[] {
    const nodes: SearchNode[] = [];
    for (let isOr = false; at < tokens.length && tokens[at]!.kind !== "close";) {
      if (tokens[at]!.kind === "or") {
        isOr = true;
        at += 1;
        continue;
      }
      const node = one();
      const before = nodes.at(-1);
      if (node && isOr && before) nodes[nodes.length - 1] = either(before, node);
      else if (node) nodes.push(node);
      if (node) isOr = false;
    }
    return nodes;
  }

  function one(): SearchNode | undefined {
    const token = tokens[at]!;
    at += 1;
    let node: SearchNode | undefined;
    if (token.kind === "open") {
      const nodes = all();
      at += 1;
      node = nodes.length > 1 ? { kind: "all", nodes } : nodes[0];
    } else node = termOf(token, text);
    if (!node || !token.isNot) return node;
    return node.kind === "not" ? node.node : { kind: "not", node };
  }

  const nodes: SearchNode[] = [];
  while (at < tokens.length) {
    nodes.push(...all());
    at += 1;
  }
  return nodes;
}

function either(left: SearchNode, right: SearchNode): SearchNode {
  return { kind: "any", nodes: [...(left.kind === "any" ? left.nodes : [left]), right] };
}

function termOf(token: Token, text: string): SearchNode | undefined {
  const { name, value, isPhrase } = token;
  if (name === undefined)
    return value.trim() === "" ? undefined : { kind: "words", text: value, isPhrase };
  if (value.trim() === "") return undefined;
  const meant = valueOf(name, value);
  if (meant !== undefined) return { kind: "field", name, value: meant };
  // `is:lovely` is nothing that one can ask for; then it is a word.
  const raw = text.slice(token.start + (token.isNot ? 1 : 0), token.end).replaceAll('"', "");
  return { kind: "words", text: raw, isPhrase: /\s/.test(raw) };
}

/** A search as text, which `parseSearch` reads as the same. */
export function textOf(node: SearchNode | readonly SearchNode[]): string {
  if (isList(node)) return joined(node);
  switch (node.kind) {
    case "words":
      return node.isPhrase ? `"${node.text}"` : node.text;
    case "field":
      return `${node.name}:${quoted(node.value)}`;
    case "not":
      return `-${grouped(node.node)}`;
    case "any":
      return node.nodes.map((one) => grouped(one)).join(" OR ");
    default:
      return joined(node.nodes);
  }
}

const isList = (node: SearchNode | readonly SearchNode[]): node is readonly SearchNode[] =>
  Array.isArray(node);

const joined = (nodes: readonly SearchNode[]): string =>
  nodes.map((one) => (one.kind === "all" ? grouped(one) : textOf(one))).join(" ");

const grouped = (node: SearchNode): string =>
  node.kind === "any" || node.kind === "all" ? `(${textOf(node)})` : textOf(node);

/** A value that would end too early without marks gets them. */
export function quoted(value: string): string {
  return /^"|[\s()]/.test(value) ? `"${value.replaceAll('"', "")}"` : value;
}

/** The pieces of a search that look like conditions and are none, as they are written: their words are searched for. */
export function unknownConditions(text: string): string[] {
  const tokens = tokensOf(text);
  return tokens.flatMap(({ kind, name, value, isPhrase, isNot, start, end }, index) => {
    if (kind !== "term" || value.trim() === "") return [];
    const raw = text.slice(start + (isNot ? 1 : 0), end);
    if (name !== undefined) return valueOf(name, value) === undefined ? [raw] : [];
    // Addresses of the web begin so too.
    if (isPhrase || !/^\p{L}[\p{L}_]+:(?!\/\/)/u.test(value)) return [];
    if (!value.endsWith(":")) return [raw];
    const next = tokens[index + 1];
    return next?.isPhrase && next.start === end ? [raw + text.slice(next.start, next.end)] : [];
  });
}

/** A search whose lower-case `or` between two terms is meant as OR; `undefined` where there is none. */
export function withOr(text: string): string | undefined {
  const tokens = tokensOf(text);
  const meant = tokens.filter(
    ({ kind, name, value, isPhrase, isNot }, index) =>
      kind === "term" &&
      name === undefined &&
      !isPhrase &&
      !isNot &&
      value === "or" &&
      index > 0 &&
      index < tokens.length - 1,
  );
  if (meant.length === 0) return undefined;
  return meant.reduceRight(
    (all, { start, end }) => `${all.slice(0, start)}OR${all.slice(end)}`,
    text,
  );
}
