import { decodeWords } from "./encoded-words.ts";

/** RFC 8621 §4.1.2.3. */
export interface Address {
  readonly name: string | null;
  readonly email: string;
}

/** RFC 8621 §4.1.2.4. Addresses that stand in no group are in one without a name. */
export interface AddressGroup {
  readonly name: string | null;
  readonly addresses: readonly Address[];
}

/** Every mailbox of an address list (RFC 5322 §3.4 and §4.4), those in groups too. */
export function parseAddresses(value: string): Address[] {
  return parseGroups(value).flatMap((group) => group.addresses);
}

/** An address list by groups. What is no address is kept as well as it can be. */
export function parseGroups(value: string): AddressGroup[] {
  return new AddressReader(value).read();
}

/** The mailboxes of a From field, and whether each of them holds one address (RFC 5322 §3.4). */
export function parseAuthors(value: string): { addresses: Address[]; isMixed: boolean } {
  const reader = new AddressReader(value);
  const addresses = reader.read().flatMap((group) => group.addresses);
  return { addresses, isMixed: reader.isMixed };
}

interface Word {
  readonly text: string;
  readonly isQuoted: boolean;
  /** White space or a comment stands in front. */
  readonly isApart: boolean;
}

interface OpenGroup {
  readonly name: string | null;
  readonly addresses: Address[];
}

// Any number of recipients is real, a megabyte of commas is not.
const MAX_ADDRESSES = 20_000;

class AddressReader {
  /** A mailbox had several addresses, of which readers may show different ones. */
  isMixed = false;
  private readonly text: string;
  private at = 0;
  private words: Word[] = [];
  /** One of the words has an "@" outside of quotes. */
  private isAddress = false;
  private isApart = false;
  private angle: string | null = null;
  private comment: string | null = null;
  private group: OpenGroup | null = null;
  private readonly groups: OpenGroup[] = [];
  private count = 0;

  constructor(value: string) {
    this.text = value.replaceAll("\0", "");
  }

  read(): AddressGroup[] {
    while (this.at < this.text.length && this.count < MAX_ADDRESSES) this.step();
    this.endMailbox();
    this.endGroup();
    return this.groups;
  }

  private step(): void {
    const char = this.text[this.at]!;
    if (/\s/.test(char)) {
      this.isApart = true;
      this.at++;
    } else if (char === '"') {
      this.at++;
      this.addWord(this.quoted('"'), true);
    } else if (char === "(") {
      this.comment = this.readComment() || this.comment;
      this.isApart = true;
    } else if (char === "<") {
      this.at++;
      this.takeAngle(this.readAngle());
      this.isApart = true;
    } else if (char === ",") {
      this.at++;
      this.endMailbox();
    } else if (char === ";") {
      this.at++;
      this.endMailbox();
      this.endGroup();
    } else if (char === ":" && this.startsGroup()) {
      this.at++;
      const name = this.phrase();
      this.clear();
      this.endGroup();
      this.group = { name, addresses: [] };
    } else if (char === ">" || char === ")") {
      this.at++;
    } else {
      this.addWord(this.readAtom(), false);
    }
  }

  private startsGroup(): boolean {
    return this.angle === null && this.words.length > 0 && !this.isAddress;
  }

  private addWord(text: string, isQuoted: boolean): void {
    const word = { text, isQuoted, isApart: this.isApart };
    this.words.push(word);
    this.isAddress ||= hasAt(word);
    this.isApart = false;
  }

  private takeAngle(inside: string): void {
    if (inside === "") return;
    if (this.angle !== null && this.angle !== inside) this.isMixed = true;
    this.angle = inside;
  }

  private readAtom(): string {
    // A domain literal may hold colons; a colon that opened no group belongs to the word.
    const atom = /\[[^\]\s<>,;"]*\]?|:|[^\s"(<>),;:[]+/y;
    atom.lastIndex = this.at;
    const text = atom.exec(this.text)?.[0] ?? this.text[this.at]!;
    this.at += text.length;
    return text;
  }

  private quoted(closing: string): string {
    const pieces: string[] = [];
    for (; this.at < this.text.length; this.at++) {
      const char = this.text[this.at]!;
      if (char === "\\") pieces.push(this.text[++this.at] ?? "");
      else if (char === closing) break;
      else pieces.push(char);
    }
    this.at++;
    return pieces.join("");
  }

  private readComment(): string {
    const pieces: string[] = [];
    let depth = 0;
    for (; this.at < this.text.length; this.at++) {
      const char = this.text[this.at]!;
      if (char === "\\") {
        pieces.push(this.text[++this.at] ?? "");
        continue;
      }
      if (char === "(" && depth++ === 0) continue;
      if (char === ")" && --depth === 0) break;
      pieces.push(char);
    }
    this.at++;
    return tidy(pieces.join(""));
  }

  /** The inside of `<…>` without comments, white space and the obsolete route (RFC 5322 §4.4). */
  private readAngle(): string {
    const pieces: string[] = [];
    while (this.at < this.text.length) {
      const char = this.text[this.at]!;
      if (char === ">") break;
      if (char === '"') {
        this.at++;
        pieces.push(quoteLocalPart(this.quoted('"')));
      } else if (char === "(") {
        this.readComment();
      } else {
        if (!/\s/.test(char)) pieces.push(char);
        this.at++;
      }
    }
    this.at++;
    const inside = pieces.join("");
    return inside.startsWith("@") ? inside.slice(inside.indexOf(":") + 1) : inside;
  }

  private endMailbox(): void {
    const address = this.mailbox();
    if (address && this.hasOthers(address)) this.isMixed = true;
    this.clear();
    if (!address) return;
    this.count++;
    if (!this.group) this.group = { name: null, addresses: [] };
    this.group.addresses.push(address);
  }

  private mailbox(): Address | null {
    if (this.angle !== null) return { name: this.phrase() ?? this.note(), email: this.angle };
    const words = this.words;
    if (words.length === 0) {
      // "(mailbox)" alone: no address to write to, but a name to show.
      return this.comment === null ? null : { name: this.note(), email: "" };
    }
    if (!this.isAddress) return this.withoutAt();
    const email = words.map(wordInAddress).join("");
    if (words.every((word, index) => index === 0 || !word.isApart || touchesAt(words, index))) {
      return { name: this.note(), email };
    }
    // "Ann ann@example.com": the brackets were forgotten.
    const place = words.findLastIndex(hasAt);
    const rest = words.filter((_, index) => index !== place);
    return { name: joinWords(rest) ?? this.note(), email: words[place]!.text };
  }

  /** Whether some other address than the one that is shown stands in the mailbox, for another reader to show. */
  private hasOthers({ email }: Address): boolean {
    if (!this.isAddress && this.angle === null) return false;
    const domain = domainAfter(email);
    if (domain?.includes("@")) return true;
    const inName = this.words.filter(({ text, isQuoted }) => !isQuoted && isAddrSpec(text));
    // "ann@b.c <info@b.c>" is a name without its quotes, and of the same domain whoever reads it.
    if (this.angle !== null)
      return inName.some(({ text }) => !isSameDomain(domainAfter(text), domain));
    return inName.length > 1;
  }

  /** "root (Cron Daemon)" is a local address; "Undisclosed recipients" is only a name. */
  private withoutAt(): Address {
    const name = this.note();
    const only = this.words.length === 1 ? this.words[0] : undefined;
    if (name !== null && only && !only.isQuoted) return { name, email: only.text };
    return { name: this.phrase() ?? name, email: "" };
  }

  private phrase(): string | null {
    return joinWords(this.words);
  }

  /** RFC 8621 §4.1.2.3: without a display name, the comment is one. */
  private note(): string | null {
    return this.comment === null ? null : tidy(decodeWords(this.comment)) || null;
  }

  private clear(): void {
    this.words = [];
    this.isAddress = false;
    this.isApart = false;
    this.angle = null;
    this.comment = null;
  }

  private endGroup(): void {
    if (this.group) this.groups.push(this.group);
    this.group = null;
  }
}

/** A word that cannot but be an address; in "Ann @ Work" and "@ann" none is. */
function isAddrSpec(text: string): boolean {
  // RFC 2047 §5: what an encoded word says is text.
  const isEncoded = text.startsWith("=?") && text.endsWith("?=");
  return !isEncoded && /^[^@]+@[^@.]+\.[^@]/.test(text);
}

/** What follows the local part, which may have an "@" in quotes; `null` where there is none. */
export function domainAfter(email: string): string | null {
  let at = 0;
  if (email.startsWith('"'))
    for (at = 1; at < email.length && email[at] !== '"'; at++) if (email[at] === "\\") at++;
  // Quotes that never end hide nothing.
  const place = email.indexOf("@", at < email.length ? at : 0);
  return place === -1 ? null : email.slice(place + 1);
}

function isSameDomain(one: string | null, other: string | null): boolean {
  return one?.toLowerCase() === other?.toLowerCase();
}

function hasAt(word: Word): boolean {
  return !word.isQuoted && word.text.includes("@");
}

/** RFC 5322 §4.4: white space may stand around "@" and the dots of an address. */
function touchesAt(words: readonly Word[], index: number): boolean {
  return /[@.]$/.test(words[index - 1]!.text) || /^[@.]/.test(words[index]!.text);
}

function wordInAddress(word: Word): string {
  return word.isQuoted ? quoteLocalPart(word.text) : word.text;
}

/** A local part keeps its quotes only where it needs them. */
function quoteLocalPart(text: string): string {
  if (/^[^\s"(),:;<>@[\\\]]+$/.test(text)) return text;
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

function joinWords(words: readonly Word[]): string | null {
  const joined = words.map((word) => (word.isApart ? ` ${word.text}` : word.text)).join("");
  return tidy(decodeWords(joined)) || null;
}

/** RFC 8621 §4.1.2.3: white space inside stays; what an encoded word makes of a name is one line all the same. */
function tidy(text: string): string {
  return text
    .replace(/[\n\v\f\r\u0085\u2028\u2029]/g, " ")
    .trim()
    .normalize("NFC");
}
