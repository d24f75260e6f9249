import { decodeOctets } from "./charset.ts";
import { concat, fromLatin1 } from "./octets.ts";
import { decodeBase64, decodeQ } from "./transfer.ts";

interface EncodedWord {
  readonly charset: string;
  readonly octets: Uint8Array;
  readonly end: number;
}

/**
 * Decodes the encoded words (RFC 2047) in unfolded text. White space between two of them goes; neighbours in one
 * charset are decoded together, because many mailers break a character in two.
 */
export function decodeWords(text: string): string {
  if (!text.includes("=?")) return text;
  const pieces: string[] = [];
  const finder = new WordFinder(text);
  let run: EncodedWord[] = [];
  let done = 0;
  const flush = (): void => {
    if (run.length > 0) {
      pieces.push(decodeOctets(concat(run.map((word) => word.octets)), run[0]!.charset).value);
    }
    run = [];
  };
  for (let start = text.indexOf("=?"); start !== -1;) {
    const word = finder.at(start);
    if (!word) {
      start = text.indexOf("=?", start + 2);
      continue;
    }
    const between = text.slice(done, start);
    if (run.length === 0 || between.trim() !== "") {
      flush();
      pieces.push(between);
    } else if (run[0]!.charset !== word.charset) flush();
    run.push(word);
    done = word.end;
    start = text.indexOf("=?", done);
  }
  flush();
  pieces.push(text.slice(done));
  return pieces.join("");
}

/** Remembers where the next "?=" and "=?" stand, so that text full of beginnings is still read in linear time. */
class WordFinder {
  private readonly text: string;
  private nextEnd = -2;
  private nextStart = -2;

  constructor(text: string) {
    this.text = text;
  }

  at(start: number): EncodedWord | null {
    const opening = /=\?([^?\s]{1,64})\?([bq])\?/iy;
    opening.lastIndex = start;
    const match = opening.exec(this.text);
    if (!match?.[1] || !match[2]) return null;
    const from = opening.lastIndex;
    if (this.nextEnd !== -1 && this.nextEnd < from) this.nextEnd = this.text.indexOf("?=", from);
    if (this.nextStart !== -1 && this.nextStart < from) {
      this.nextStart = this.text.indexOf("=?", from);
    }
    const end = this.nextEnd;
    if (end === -1) return null;
    // The last character of a Q word may be "=" only by mistake: "=?=" ends a word, it opens none.
    const opens = this.nextStart;
    if (opens !== -1 && opens + 1 < end) return null;
    const encoded = this.text.slice(from, end);
    const octets = /b/i.test(match[2]) ? decodeBase64(fromLatin1(encoded)) : decodeQ(encoded);
    return { charset: match[1].toLowerCase(), octets, end: end + 2 };
  }
}
