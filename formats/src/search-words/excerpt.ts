import type { Span } from "./find-spans.ts";

const OPEN = "<mark>";
const CLOSE = "</mark>";
const MORE = "…";
/** Characters before the first mark and their octets at most, and characters from it on in which further terms count. */
const BEFORE = 50;
const BEFORE_OCTETS = 90;
const AFTER = 150;

type Place = Pick<Span, "start" | "end">;

/** The whole text as HTML with its spans in `<mark>`. */
export function marked(text: string, spans: readonly Span[]): string {
  let html = "";
  let at = 0;
  for (const { start, end } of merged(spans)) {
    html += `${escaped(text.slice(at, start))}${OPEN}${escaped(text.slice(start, end))}${CLOSE}`;
    at = end;
  }
  return html + escaped(text.slice(at));
}

/**
 * A piece of the text in which many of the terms stand, as HTML with `<mark>`, of at most so many octets; white space
 * is one space. `null` when there are no spans.
 */
export function excerpt(text: string, spans: readonly Span[], maxOctets: number): string | null {
  const first = densest(spans);
  if (first === undefined) return null;
  const places = merged(spans).filter((place) => place.end > first.start);
  const from = beginning(text, first.start);
  let html = from > 0 ? MORE : "";
  let left = maxOctets - octets(html) - octets(MORE);
  let at = from;

  /** Adds characters as long as there is room; `false` when there is none. */
  function add(end: number): boolean {
    while (at < end) {
      const [character, length] = next(text, at, end);
      const piece = character === " " && html.endsWith(" ") ? "" : escaped(character);
      if (octets(piece) > left) return false;
      left -= octets(piece);
      html += piece;
      at += length;
    }
    return true;
  }

  let isWhole = true;
  for (const [index, { start, end }] of places.entries()) {
    isWhole = add(start);
    const size = OPEN.length + CLOSE.length;
    // Half a match only where there is not even room for one.
    const isRoom = index === 0 || size + octets(escaped(text.slice(start, end))) <= left;
    if (!isWhole || !isRoom) {
      isWhole = false;
      break;
    }
    left -= size;
    html += OPEN;
    isWhole = add(end);
    html += CLOSE;
    if (!isWhole) break;
  }
  if (isWhole) isWhole = add(text.length);
  return isWhole || text.slice(at).trim() === "" ? html.trim() : `${html.trimEnd()}${MORE}`;
}

/** The span from which on the most different terms follow. */
function densest(spans: readonly Span[]): Span | undefined {
  let best = spans[0];
  let most = 0;
  for (const [index, span] of spans.slice(0, 1000).entries()) {
    const terms = new Set<number>();
    for (let other = index; (spans[other]?.start ?? Infinity) < span.start + AFTER; other++)
      terms.add(spans[other]!.term);
    if (terms.size > most) {
      most = terms.size;
      best = span;
    }
  }
  return best;
}

/** Some words before a place, the first of them whole; where nothing separates words, some characters. */
function beginning(text: string, place: number): number {
  let from = Math.max(0, place - BEFORE);
  if (from > 0 && (text.charCodeAt(from) & 0xfc00) === 0xdc00) from += 1;
  while (octets(escaped(text.slice(from, place))) > BEFORE_OCTETS)
    from += text.codePointAt(from)! > 0xffff ? 2 : 1;
  const gap = from === 0 ? -1 : text.slice(from, place).search(/\s/);
  return gap !== -1 && gap < BEFORE / 2 ? from + gap + 1 : from;
}

/** One character, white space as one space, and how many code units it takes. */
function next(text: string, at: number, end: number): [character: string, length: number] {
  const character = String.fromCodePoint(text.codePointAt(at)!);
  if (!/\s/.test(character)) return [character, Math.min(character.length, end - at)];
  return [" ", character.length];
}

function merged(spans: readonly Place[]): Place[] {
  const places: { start: number; end: number }[] = [];
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    const last = places.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else if (end > start) places.push({ start, end });
  }
  return places;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const escaped = (text: string): string => text.replace(/[&<>]/g, (found) => ENTITIES[found]!);

const encoder = new TextEncoder();
const octets = (text: string): number => encoder.encode(text).length;
