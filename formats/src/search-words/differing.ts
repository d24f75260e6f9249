import { CJK, kindAt, SEPARATOR } from "./words.ts";

/**
 * What of a normalised text says something else than another one: from its first word to its last that does, with at least
 * so many words around that no phrase as long is missed. Empty where the other text has all its words in a row.
 */
export function differing(text: string, other: string, around: number): string {
  const start = firstDifference(text, other);
  const end = lastDifference(text, other);
  if (start === text.length || end === 0) return "";
  // What both begin with may overlap what they end with.
  const from = wordsBefore(text, Math.min(start, end), around);
  return text.slice(from, wordsBehind(text, Math.max(start, end), around));
}

/** Half a surrogate pair is part of something. */
function isGap(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xf800) !== 0xd800 && kindAt(text, at) === SEPARATOR;
}

/** Where the first word begins that is another one there; the text's end where none is. */
function firstDifference(text: string, other: string): number {
  const isEnd = (one: string, at: number): boolean => at === one.length || isGap(one, at);
  let at = 0;
  let there = 0;
  for (;;) {
    while (at < text.length && text.charCodeAt(at) === other.charCodeAt(there)) {
      at++;
      there++;
    }
    if (at > 0 && !isGap(text, at - 1) && !(isEnd(text, at) && isEnd(other, there))) {
      while (at > 0 && !isGap(text, at - 1)) at--;
      return at;
    }
    const [from, fromThere] = [at, there];
    while (at < text.length && isGap(text, at)) at++;
    while (there < other.length && isGap(other, there)) there++;
    if (at === text.length || (at === from && there === fromThere)) return at;
  }
}

/** Where the last one ends; 0 where none is. */
function lastDifference(text: string, other: string): number {
  const isStart = (one: string, at: number): boolean => at === 0 || isGap(one, at - 1);
  let at = text.length;
  let there = other.length;
  for (;;) {
    while (at > 0 && text.charCodeAt(at - 1) === other.charCodeAt(there - 1)) {
      at--;
      there--;
    }
    if (at < text.length && !isGap(text, at) && !(isStart(text, at) && isStart(other, there))) {
      while (at < text.length && !isGap(text, at)) at++;
      return at;
    }
    const [from, fromThere] = [at, there];
    while (at > 0 && isGap(text, at - 1)) at--;
    while (there > 0 && isGap(other, there - 1)) there--;
    if (at === 0 || (at === from && there === fromThere)) return at;
  }
}

/** Whether a token begins at a place, one that is surely one: characters in two halves are not counted. */
function begins(text: string, at: number): boolean {
  const kind = kindAt(text, at);
  if (kind === SEPARATOR || (text.charCodeAt(at) & 0xf800) === 0xd800) return false;
  if (kind === CJK || at === 0) return true;
  return (text.charCodeAt(at - 1) & 0xf800) !== 0xd800 && kindAt(text, at - 1) !== kind;
}

function wordsBefore(text: string, place: number, count: number): number {
  let at = place;
  for (let left = count; at > 0 && left > 0;) if (begins(text, --at)) left--;
  return at;
}

function wordsBehind(text: string, place: number, count: number): number {
  let at = place;
  // A pair has a character more, and where the next one begins all is over.
  for (let left = count + 2; at < text.length && left > 0; at++) if (begins(text, at)) left--;
  return at === text.length ? at : at - 1;
}
