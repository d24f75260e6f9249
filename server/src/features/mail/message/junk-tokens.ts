import { asText, decodeText, findHeader, type ParsedMessage } from "@atrium/formats/mime";
import { beginningOf, bodyText, tnefOf } from "./body-text.ts";
import { MAX_JUNK_TEXT, MAX_JUNK_TOKENS, MAX_LINKS } from "../limits.ts";

/** What a message's words are looked for by: small words say nothing, and long ones are no words. */
const SHORTEST = 3;
const LONGEST = 24;
/** Characters of the host that a link leads to. */
const LONGEST_HOST = 80;

/**
 * What tells a message from others: its words, those of its subject by themselves, its author's domain, where its links lead,
 * and how it is built; each once. Text in Chinese characters, kana or hangul, which has no or long words, is taken by pairs of
 * characters. The time grows with the length of the text alone, of which no more than `MAX_JUNK_TEXT` is looked at.
 */
export function junkTokens(message: ParsedMessage): string[] {
  const tokens = new Set<string>();
  const add = (token: string): boolean => {
    tokens.add(token);
    return tokens.size < MAX_JUNK_TOKENS;
  };
  const header = (name: string): string => {
    const field = findHeader(message.headers, name);
    return field === undefined ? "" : asText(message.bytes, field, message.charset);
  };
  for (const word of words(header("subject").slice(0, LONGEST_FIELD))) add(`subject:${word}`);
  for (const word of words(header("from").slice(0, LONGEST_FIELD))) add(`from:${word}`);
  for (const token of shapeOf(message)) add(token);
  for (const name of TOLD) {
    const value = header(name).slice(0, LONGEST_FIELD);
    add(value === "" ? `no:${name}` : `has:${name}`);
    if (SAID.has(name)) for (const word of words(value)) add(`${name}:${word}`);
  }
  for (const host of linkHosts(message)) add(`link:${host}`);
  const text = bodyText(message, tnefOf(message)).slice(0, MAX_JUNK_TEXT);
  for (const word of words(text)) if (!add(word)) break;
  return [...tokens];
}

/** Fields by whose presence mail that people write differs from what programs send to many. */
const TOLD = [
  "in-reply-to",
  "references",
  "reply-to",
  "cc",
  "x-mailer",
  "user-agent",
  "x-priority",
  "auto-submitted",
  "mime-version",
] as const;
/** Those of them whose words are looked at too. */
const SAID: ReadonlySet<string> = new Set(["x-mailer", "user-agent", "x-priority"]);

/** Characters of a header field. */
const LONGEST_FIELD = 1000;

/** How a message is built. */
function* shapeOf(message: ParsedMessage): Generator<string> {
  const bodies = message.textBody.map(({ type }) => type);
  if (bodies.length > 0 && bodies.every((type) => type === "text/html")) yield "shape:html-only";
  for (const { type, name } of message.attachments.slice(0, MAX_LINKS)) {
    yield `file:${type.slice(0, LONGEST)}`;
    const dot = name?.lastIndexOf(".") ?? -1;
    if (dot >= 0) yield `file:${name!.slice(dot).toLowerCase().slice(0, LONGEST)}`;
  }
}

/** The hosts that the links in a message lead to, and what they are below. */
function* linkHosts(message: ParsedMessage): Generator<string> {
  let left = MAX_LINKS;
  for (const part of message.textBody) {
    if (!part.type.startsWith("text/")) continue;
    const text = decodeText(message.bytes, beginningOf(part)).value.slice(0, MAX_JUNK_TEXT);
    for (let at = text.indexOf("://"); at >= 0 && left > 0; at = text.indexOf("://", at + 3)) {
      left -= 1;
      const end = at + 3 + LONGEST_HOST;
      const [host = ""] = /^[\w.@%-]+/.exec(text.slice(at + 3, end)) ?? [];
      const name = host.slice(host.lastIndexOf("@") + 1).toLowerCase();
      if (name === "") continue;
      yield name;
      if (/^[\d.]+$/.test(name)) yield "number";
    }
  }
}

/** Runs of letters and digits of any script; what is written without spaces by pairs. */
function* words(text: string): Generator<string> {
  for (const [run] of text.normalize("NFKC").toLowerCase().matchAll(RUN)) {
    if (PAIRED.test(run)) for (const pair of pairs(run)) yield pair;
    else if (run.length >= SHORTEST && run.length <= LONGEST) yield run;
  }
}

const RUN = /[\p{L}\p{N}$!'’-]+/gu;
const PAIRED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

function* pairs(run: string): Generator<string> {
  let before = "";
  for (const character of run) {
    if (before !== "") yield before + character;
    before = character;
  }
}
