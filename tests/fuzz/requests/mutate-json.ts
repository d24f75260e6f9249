import type { Choice } from "../choice.ts";
import { filling } from "../messages/fillings.ts";
import { asObject, idOf, KINDS, put } from "./values.ts";

type Container = Record<string, unknown> | unknown[];

const KEYS = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "length",
  "",
  "#ids",
  "#",
  "/",
  "a/b",
  "~",
  "~1",
  "*",
  "\u0000",
  "\ud800",
  "accountId",
  "ids",
  "filter",
  "sort",
  "operator",
  "conditions",
  "property",
  "name",
  "id",
  "keywords/__proto__",
  "mailboxIds/x",
  "keywords/a/b",
  "header:X:asRaw",
  "header::all",
  "0",
];
const VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  2 ** 53,
  -(2 ** 53),
  1e308,
  Number.MIN_VALUE,
  "",
  "\u0000",
  "\ud800",
  "\udfff\ud800",
  "a\u0000b",
  "__proto__",
  "constructor",
  "#a",
  "#",
  "*",
  "/*/*",
  "null",
  "true",
  "{}",
  [],
  {},
  [[]],
  [null],
  { "": {} },
  { __proto__: null },
  "9007199254740993",
  "2026-02-30T25:61:61Z",
  "+275760-09-13T00:00:00Z",
  "0000-00-00T00:00:00Z",
  "../../etc/passwd",
  "%00",
  "' or 1=1 --",
  "𠮷",
  "\u202e",
  "A".repeat(256),
];
const MOST = 200_000;

/** A change of a JSON value; it works on a copy that is its own. */
export type JsonMutation = (root: Container, choice: Choice) => void;

/** Somewhere inside. */
function place(root: Container, choice: Choice): { parent: Container; key: string } {
  let parent = root;
  let key = choice.of(Object.keys(root));
  for (let depth = 0; depth < 12; depth += 1) {
    const next = at(parent, key);
    const isInner = typeof next === "object" && next !== null && Object.keys(next).length > 0;
    if (!isInner || (depth > 2 && choice.oneIn(4))) break;
    parent = next as Container;
    key = choice.of(Object.keys(parent));
  }
  return { parent, key };
}

const at = (parent: Container, key: string): unknown => (parent as Record<string, unknown>)[key];

const deep = (depth: number, inner: unknown, isList: boolean): unknown => {
  let value = inner;
  for (let level = 0; level < depth; level += 1) value = isList ? [value] : { a: value };
  return value;
};

function any(choice: Choice): unknown {
  switch (choice.below(9)) {
    case 0:
      return Buffer.from(filling(choice, 20_000), "latin1").toString();
    case 1:
      return deep(choice.size(1000), 1, choice.oneIn(2));
    case 2:
      return Array.from({ length: choice.size(20_000) }, (_, index) => index);
    case 3:
      return asObject(choice.size(5000), (index) => [`k${index}`, true]);
    case 4:
      return idOf(choice.of(KINDS), choice);
    default:
      return choice.of(VALUES);
  }
}

export const JSON_MUTATIONS: readonly JsonMutation[] = [
  (root, choice) => {
    const { parent, key } = place(root, choice);
    put(parent, key, any(choice));
  },
  (root, choice) => {
    const { parent, key } = place(root, choice);
    put(parent, key, choice.of(VALUES));
  },
  (root, choice) => {
    const { parent, key } = place(root, choice);
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else delete parent[key];
  },
  (root, choice) => {
    const { parent } = place(root, choice);
    if (Array.isArray(parent)) parent.push(any(choice));
    else put(parent, choice.of(KEYS), any(choice));
  },
  (root, choice) => {
    const { parent, key } = place(root, choice);
    const value = at(parent, key);
    const octets = JSON.stringify(value)?.length ?? 1;
    const count = Math.floor(choice.size(MOST) / (octets + 1));
    put(
      parent,
      key,
      Array.isArray(value)
        ? Array.from({ length: count }, () => value).flat()
        : Array.from({ length: count }, () => value),
    );
  },
  (root, choice) => {
    const { parent, key } = place(root, choice);
    put(parent, key, deep(choice.size(1000), at(parent, key), choice.oneIn(2)));
  },
  (root, choice) => {
    const { parent, key } = place(root, choice);
    if (Array.isArray(parent)) return;
    const value = parent[key];
    delete parent[key];
    put(parent, choice.of(KEYS), value);
  },
  (root, choice) => {
    const [one, other] = [place(root, choice), place(root, choice)];
    const value = at(one.parent, one.key);
    const copy: unknown = JSON.parse(JSON.stringify(at(other.parent, other.key)) ?? "null");
    put(other.parent, other.key, JSON.parse(JSON.stringify(value) ?? "null"));
    put(one.parent, one.key, copy);
  },
  (root, choice) => {
    const { parent, key } = place(root, choice);
    const value = at(parent, key);
    put(
      parent,
      key,
      typeof value === "string"
        ? value + choice.of(["\u0000", "\ud800", "*", "/", "#", "%", "'", " "])
        : (JSON.stringify(value) ?? ""),
    );
  },
];

/** A change of the text, which JSON's own writer would not make. */
export function mutateText(text: string, choice: Choice): string {
  const cut = choice.below(text.length + 1);
  switch (choice.below(8)) {
    case 0:
      return text.slice(0, cut);
    case 1:
      return (
        text.slice(0, cut) +
        choice.of([
          "{",
          "[",
          "]",
          "}",
          ",",
          '"',
          "\\",
          "\u0000",
          "\ufeff",
          "\\ud800",
          "\\u0000",
          "1e999",
          "-",
          "NaN",
          "//",
        ]) +
        text.slice(cut)
      );
    case 2:
      return `\ufeff${text}`;
    case 3:
      return text.replace("{", `{"using":[],"__proto__":{"admin":true},`);
    case 4:
      return text.replace(
        /\d+/,
        choice.of(["1e400", "-1e400", "0.1e-400", "99999999999999999999999", "1".repeat(5000)]),
      );
    case 5: {
      const depth = choice.size(MOST);
      const [open, close] = choice.of([
        ["[", "]"],
        ['{"a":', "}"],
      ] as const);
      const isOutside = choice.oneIn(4);
      const nested = (inner: string): string => open.repeat(depth) + inner + close.repeat(depth);
      return isOutside
        ? nested(text)
        : text.replace(/:(null|true|false|\d+)/, (_, inner: string) => `:${nested(inner)}`);
    }
    case 6:
      return text.replace(/"([a-z]\w*)":/i, (member) => `${member}1,${member}`);
    default:
      return text + text;
  }
}
