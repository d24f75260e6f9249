import { eachToken, normalise } from "./words.ts";

/** Which field a word stands in. PostgreSQL has four classes, by which a search can be narrowed. */
export type Weight = "A" | "B" | "C" | "D";

export interface SearchWords {
  /** A literal for `$1::tsvector`. */
  readonly tsvector: string;
  /** The text has more words than are indexed. */
  readonly cut: boolean;
}

/** Collects the words of one message, field after field. */
export interface WordCollector {
  /** Adds a field. Phrases do not reach from one field into the next. */
  add(text: string, weight: Weight): void;
  finish(): SearchWords;
}

/** Above 1 MB PostgreSQL loses words without a word; half of it keeps clear of that with all overhead. */
const MAX_OCTETS = 512 * 1024;
/** PostgreSQL's own limits: later positions all become the last one, and a lexeme keeps no more places than this. */
const MAX_POSITION = 16_383;
const MAX_PLACES = 255;
/** Between two fields. */
const GAP = 10;

/** Characters of text that are looked at; a book has one million. */
const MAX_TEXT = 2_000_000;

/**
 * Marks a message in which some places are not kept, so that phrases in it are found by their words alone. No token
 * contains this character.
 */
export const PLACELESS = "~";

export function collectWords(): WordCollector {
  const places = new Map<string, string[]>();
  let next = 1;
  let octets = 0;
  let length = 0;
  let cut = false;
  let isPlaceless = false;

  /** `false`: there is no room left. */
  function addToken(lexeme: string, position: number, weight: Weight): boolean {
    let known = places.get(lexeme);
    const place = `${Math.min(position, MAX_POSITION)}${weight === "D" ? "" : weight}`;
    const isKept = known === undefined || (known.length < MAX_PLACES && known.at(-1) !== place);
    // Four octets of entry, up to four of alignment and number of places, two a place.
    const cost = (known ? 0 : utf8Length(lexeme) + 8) + (isKept ? 2 : 0);
    if (octets + cost > MAX_OCTETS) return false;
    octets += cost;
    if (!known) {
      known = [];
      places.set(lexeme, known);
    }
    if (isKept) known.push(place);
    if (!isKept || position > MAX_POSITION) isPlaceless = true;
    return true;
  }

  return {
    add(text, weight) {
      if (cut) return;
      const room = MAX_TEXT - length;
      length += text.length;
      let last = next;
      eachToken(normalise(text.slice(0, room)), next, (lexeme, position) => {
        cut = !addToken(lexeme, position, weight);
        last = position;
        return !cut;
      });
      cut ||= text.length > room;
      next = last + GAP;
    },
    finish() {
      const words = Array.from(places, ([lexeme, where]) => `'${lexeme}':${where.join(",")}`);
      if (isPlaceless) words.push(`'${PLACELESS}'`);
      return { tsvector: words.join(" "), cut };
    },
  };
}

/** The words of several fields at once. */
export function searchWords(
  fields: readonly { readonly text: string; readonly weight: Weight }[],
): SearchWords {
  const collector = collectWords();
  for (const { text, weight } of fields) collector.add(text, weight);
  return collector.finish();
}

function utf8Length(text: string): number {
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    // Half a surrogate pair counts two of the pair's four.
    length += code < 0x80 ? 1 : code < 0x800 || (code & 0xf800) === 0xd800 ? 2 : 3;
  }
  return length;
}
