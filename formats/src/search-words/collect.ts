import { differing } from "./differing.ts";
import { eachToken, normalise } from "./words.ts";

/** Which field a word stands in. PostgreSQL has four classes, by which a search can be narrowed. */
export type Weight = "A" | "B" | "C" | "D";

export interface SearchWords {
  /** A literal for `$1::tsvector`. */
  readonly tsvector: string;
  /** The text has more words than are indexed. */
  readonly cut: boolean;
  /**
   * The same words in pieces that hold all their places, for a message that has more places than one `tsvector` can
   * hold; empty otherwise. The pieces overlap, so that every phrase stands whole in one of them.
   */
  readonly parts: readonly string[];
}

/** Collects the words of one message, field after field. */
export interface WordCollector {
  /**
   * Adds a field. Phrases do not reach from one field into the next.
   * @param kind tells fields of one weight apart: each word is then also found as one of this kind.
   */
  add(text: string, weight: Weight, kind?: string): void;
  /**
   * Adds what says the same as another text that was added: only where it differs, with so many words around that every
   * phrase of it stands whole in one of the two.
   */
  addVariant(text: string, of: string, weight: Weight): void;
  /** Nothing more is taken. */
  isFull(): boolean;
  /** Adds something that is no word, under which the message is found too. */
  mark(name: string): void;
  finish(): SearchWords;
}

/** Above 1 MB PostgreSQL loses words without a word; half of it keeps clear of that with all overhead. */
const MAX_OCTETS = 512 * 1024;
/** PostgreSQL's own limits: later positions all become the last one, and a lexeme keeps no more places than this. */
const MAX_POSITION = 16_383;
const MAX_PLACES = 255;
/** Between two fields. */
const GAP = 10;
/** The longest phrase that is looked for. */
export const MAX_PHRASE = 100;

/** Characters of text that are looked at; a book has one million. */
export const MAX_TEXT = 2_000_000;

/** Marks a message in which some places are not kept, so that phrases are looked for in its parts. */
export const PLACELESS = "~";

/** No word contains these characters, so that neither a word nor the beginning of one is taken for a mark. */
export const ofKind = (kind: string, lexeme: string): string => `@${kind}:${lexeme}`;

/** As a lexeme stands in a literal of a `tsvector` or `tsquery`. */
export const quoted = (lexeme: string): string =>
  SPECIAL.test(lexeme) ? `'${lexeme.replace(/['\\]/g, "$&$&")}'` : `'${lexeme}'`;
const SPECIAL = /['\\]/;

interface Token {
  readonly lexeme: string;
  readonly kind: string | undefined;
  readonly position: number;
  readonly weight: Weight;
}

interface Field {
  /** As it was given; of a variant only what is indexed of it. */
  readonly text: string;
  readonly normalised: string;
  readonly weight: Weight;
  readonly kind: string | undefined;
  /** The position of its first word. */
  readonly from: number;
}

export function collectWords(): WordCollector {
  const whole = newVector();
  const fields: Field[] = [];
  let next = 1;
  let length = 0;
  let cut = false;
  let isOver = false;
  let isPlaceless = false;
  let last = 0;

  /** As much of a text as there is room for. */
  function taken(text: string): string {
    const room = MAX_TEXT - length;
    length += text.length;
    if (text.length <= room) return normalise(text);
    isOver = true;
    return normalise(text.slice(0, room));
  }

  function put(field: Omit<Field, "from">): void {
    const { normalised, weight, kind } = field;
    fields.push({ ...field, from: next });
    last = next;
    eachToken(normalised, next, (lexeme, position) => {
      const added = whole.add(lexeme, kind, position, weight);
      if (added === "full") cut = true;
      else last = position;
      if (added === "placeless") isPlaceless = true;
      return !cut;
    });
    next = last + GAP;
  }

  return {
    add(text, weight, kind) {
      if (cut) return;
      put({ text, normalised: taken(text), weight, kind });
      cut ||= isOver;
    },
    addVariant(text, of, weight) {
      if (cut) return;
      const other = fields.find((field) => field.text === of)?.normalised ?? normalise(of);
      const differs = differing(taken(text), other, MAX_PHRASE);
      if (differs !== "") put({ text: differs, normalised: differs, weight, kind: undefined });
      cut ||= isOver;
    },
    isFull: () => cut,
    mark: (name) => whole.mark(name),
    finish() {
      if (isPlaceless) whole.mark(PLACELESS);
      const parts = isPlaceless ? partsOf(tokensOf(fields, last)) : [];
      return { tsvector: whole.literal(), cut, parts };
    },
  };
}

interface Vector {
  /** `placeless`: it is there, but not every one of its places. */
  add(
    lexeme: string,
    kind: string | undefined,
    position: number,
    weight: Weight,
  ): "added" | "placeless" | "full";
  mark(name: string): void;
  literal(): string;
}

const WEIGHTS: readonly Weight[] = ["A", "B", "C", "D"];

/** D is what a place has when nothing is said. */
const placeText = (place: number): string =>
  (place & 3) === 3 ? String(place >> 2) : `${place >> 2}${WEIGHTS[place & 3]!}`;

function newVector(): Vector {
  // Each place is a number until the end: four times the position, and the weight.
  const places = new Map<string, number[]>();
  let octets = 0;

  function put(lexeme: string, position: number, weight: Weight): "added" | "placeless" | "full" {
    let known = places.get(lexeme);
    const place = Math.min(position, MAX_POSITION) * 4 + WEIGHTS.indexOf(weight);
    const isKept = known === undefined || (known.length < MAX_PLACES && known.at(-1) !== place);
    // Four octets of entry, up to four of alignment and number of places, two a place.
    const cost = (known ? 0 : utf8Length(lexeme) + 8) + (isKept ? 2 : 0);
    if (octets + cost > MAX_OCTETS) return "full";
    octets += cost;
    if (!known) {
      known = [];
      places.set(lexeme, known);
    }
    if (isKept) known.push(place);
    return isKept && position <= MAX_POSITION ? "added" : "placeless";
  }

  return {
    add(lexeme, kind, position, weight) {
      const added = put(lexeme, position, weight);
      if (kind === undefined || added === "full") return added;
      return put(ofKind(kind, lexeme), position, weight);
    },
    mark(name) {
      if (places.has(name) || octets + utf8Length(name) + 8 > MAX_OCTETS) return;
      octets += utf8Length(name) + 8;
      places.set(name, []);
    },
    literal: () =>
      Array.from(places, ([lexeme, where]) =>
        where.length === 0 ? quoted(lexeme) : `${quoted(lexeme)}:${where.map(placeText).join(",")}`,
      ).join(" "),
  };
}

/** All tokens again, up to the last one that is indexed. */
function* tokensOf(fields: readonly Field[], last: number): Generator<Token> {
  for (const { normalised, weight, kind, from } of fields) {
    const tokens: Token[] = [];
    eachToken(normalised, from, (lexeme, position) => {
      tokens.push({ lexeme, kind, position, weight });
      return position < last;
    });
    yield* tokens;
  }
}

function partsOf(tokens: Iterable<Token>): string[] {
  const parts: string[] = [];
  let part = newVector();
  // Where the part's first place is, less one.
  let before = 0;
  let recent: Token[] = [];
  const add = (token: Token): boolean =>
    part.add(token.lexeme, token.kind, token.position - before, token.weight) === "added";
  for (const token of tokens) {
    if (!add(token)) {
      parts.push(part.literal());
      part = newVector();
      recent = recent.slice(-MAX_PHRASE);
      before = (recent[0]?.position ?? token.position) - 1;
      for (const again of recent) add(again);
      add(token);
    }
    recent.push(token);
    if (recent.length > 50 * MAX_PHRASE) recent = recent.slice(-MAX_PHRASE);
  }
  parts.push(part.literal());
  return parts;
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
