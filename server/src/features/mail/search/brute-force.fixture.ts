import type { EmailFilter } from "@atrium/contract/types/email";
import type { Comparator } from "@atrium/contract/types/define";

/** What a test knows of a message: the texts as people wrote them, before anything encoded or indexed them. */
export interface KnownEmail {
  readonly id: string;
  readonly threadId: string;
  /** Whole seconds. */
  readonly receivedAt: string;
  readonly sentAt: string | null;
  readonly size: number;
  readonly hasAttachment: boolean;
  readonly mailboxIds: readonly string[];
  readonly keywords: readonly string[];
  readonly subject: string;
  /** Without the marks of replies (RFC 5256 §2.1). */
  readonly baseSubject: string;
  readonly from: readonly Person[];
  readonly to: readonly Person[];
  readonly cc: readonly Person[];
  readonly bcc: readonly Person[];
  readonly body: string;
  /** What stands in the HTML alternative, in attached texts and in attached messages, each text by itself. */
  readonly otherTexts: readonly string[];
  readonly fileNames: readonly string[];
  readonly headers: readonly (readonly [name: string, value: string])[];
}

export interface Person {
  readonly name: string | null;
  readonly email: string;
}

/** Something to be found: its words beside one another, the last one perhaps only begun. */
export interface Sought {
  readonly words: string;
  readonly isOpen: boolean;
}

/** What a filter's strings mean; the test writes strings whose meaning it knows, instead of reading them. */
export type Meanings = ReadonlyMap<string, readonly Sought[]>;

/** A word, or one character of a script that is written without spaces. */
interface Unit {
  readonly text: string;
  readonly isCjk: boolean;
  /** It follows the one before without anything between. */
  readonly isGlued: boolean;
}

const CJK =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}々〆ー]/u;
const WORD = /[\p{L}\p{N}\p{M}_]/u;

const remembered = new Map<string, Unit[]>();

function unitsOf(text: string): Unit[] {
  const known = remembered.get(text);
  if (known !== undefined) return known;
  const units: { text: string; isCjk: boolean; isGlued: boolean }[] = [];
  let before: "cjk" | "word" | "none" = "none";
  for (const character of text.normalize("NFKC").toLowerCase()) {
    if (CJK.test(character)) {
      units.push({ text: character, isCjk: true, isGlued: before === "cjk" });
      before = "cjk";
    } else if (WORD.test(character)) {
      if (before === "word") units.at(-1)!.text += character;
      else units.push({ text: character, isCjk: false, isGlued: false });
      before = "word";
    } else before = "none";
  }
  remembered.set(text, units);
  return units;
}

/** Whether a text has the sought words beside one another: tries every place. */
function stands(text: string, { words, isOpen }: Sought): boolean {
  const sought = unitsOf(words);
  const units = unitsOf(text);
  return units.some((_, start) =>
    sought.every((wanted, index) => {
      const unit = units[start + index];
      if (unit === undefined || (wanted.isGlued && !unit.isGlued)) return false;
      if (unit.text === wanted.text) return true;
      // A very long word is found whole or not at all.
      const mayGoOn = isOpen && index === sought.length - 1 && !wanted.isCjk;
      return mayGoOn && unit.text.length <= 64 && unit.text.startsWith(wanted.text);
    }),
  );
}

/** Names and addresses as one text. */
export const people = (list: readonly Person[]): string =>
  list.map(({ name, email }) => `${name ?? ""} ${email}`).join("\n");

function textsOf(email: KnownEmail, field: string): string[] {
  const body = [email.body, ...email.otherTexts, email.fileNames.join("\n")];
  switch (field) {
    case "subject":
      return [email.subject];
    case "from":
    case "to":
    case "cc":
    case "bcc":
      return [people(email[field])];
    case "body":
      return body;
    default:
      return [
        email.subject,
        ...(["from", "to", "cc", "bcc"] as const).map((name) => people(email[name])),
        ...body,
      ];
  }
}

/** RFC 8621 §4.4.1, one message after the other. */
export function matches(
  email: KnownEmail,
  filter: EmailFilter | null,
  all: readonly KnownEmail[],
  meanings: Meanings,
): boolean {
  if (filter === null) return true;
  if ("operator" in filter) {
    const results = filter.conditions.map((part) => matches(email, part, all, meanings));
    if (filter.operator === "AND") return results.every((one) => one);
    const some = results.some((one) => one);
    return filter.operator === "OR" ? some : !some;
  }
  return Object.entries(filter).every(([name, value]) =>
    condition(email, name, value, all, meanings),
  );
}

function condition(
  email: KnownEmail,
  name: string,
  value: unknown,
  all: readonly KnownEmail[],
  meanings: Meanings,
): boolean {
  const text = String(value);
  const keyword = text.toLowerCase();
  const thread = (): KnownEmail[] => all.filter((other) => other.threadId === email.threadId);
  switch (name) {
    case "inMailbox":
      return email.mailboxIds.includes(text);
    case "inMailboxOtherThan":
      return email.mailboxIds.some((id) => !(value as string[]).includes(id));
    case "before":
      return Date.parse(email.receivedAt) < Date.parse(text);
    case "after":
      return Date.parse(email.receivedAt) >= Date.parse(text);
    case "minSize":
      return email.size >= (value as number);
    case "maxSize":
      return email.size < (value as number);
    case "hasKeyword":
      return email.keywords.includes(keyword);
    case "notKeyword":
      return !email.keywords.includes(keyword);
    case "allInThreadHaveKeyword":
      return thread().every((one) => one.keywords.includes(keyword));
    case "someInThreadHaveKeyword":
      return thread().some((one) => one.keywords.includes(keyword));
    case "noneInThreadHaveKeyword":
      return !thread().some((one) => one.keywords.includes(keyword));
    case "hasAttachment":
      return email.hasAttachment === value;
    case "header": {
      const [wanted, part] = value as readonly string[];
      return email.headers.some(
        ([header, content]) =>
          header.toLowerCase() === wanted!.toLowerCase() &&
          content
            .normalize("NFKC")
            .toLowerCase()
            .includes((part ?? "").normalize("NFKC").toLowerCase()),
      );
    }
    default: {
      const meaning = meanings.get(text);
      if (meaning === undefined) throw new Error(`nobody knows what ${text} means`);
      const sought = meaning.filter(({ words }) => unitsOf(words).length > 0);
      // Nothing asked for is everywhere; marks without a word are nowhere.
      if (sought.length === 0) return text.trim() === "";
      const texts = textsOf(email, name);
      return sought.every((one) => texts.some((where) => stands(where, one)));
    }
  }
}

type Key = string | number | boolean | null;

function keyOf(
  email: KnownEmail,
  { property, keyword = "" }: Comparator,
  all: readonly KnownEmail[],
): Key {
  const wanted = keyword.toLowerCase();
  const first = (list: readonly Person[]): string => list[0]?.name || list[0]?.email || "";
  switch (property) {
    case "receivedAt":
      return Date.parse(email.receivedAt);
    case "sentAt":
      return email.sentAt === null ? null : Date.parse(email.sentAt);
    case "size":
      return email.size;
    case "from":
    case "to":
      return first(email[property]);
    case "subject":
      return email.baseSubject.toLowerCase();
    case "hasKeyword":
      return email.keywords.includes(wanted);
    default: {
      const thread = all.filter((other) => other.threadId === email.threadId);
      const has = (one: KnownEmail): boolean => one.keywords.includes(wanted);
      return property === "allInThreadHaveKeyword" ? thread.every(has) : thread.some(has);
    }
  }
}

/** RFC 4790 §9.2 and RFC 5051. */
const folded = (text: string, collation: string | undefined): Buffer =>
  Buffer.from(
    collation === "i;ascii-casemap"
      ? text.replace(/[a-z]/g, (letter) => letter.toUpperCase())
      : // Simple case mapping: one character for one.
        Array.from(text, (one) =>
          Array.from(one.toUpperCase()).length === 1 ? one.toUpperCase() : one,
        )
          .join("")
          .normalize("NFKD"),
  );

function compareKeys(a: Key, b: Key, collation: string | undefined): number {
  if (a === null || b === null) return Number(b === null) - Number(a === null);
  if (typeof a === "string")
    return Buffer.compare(folded(a, collation), folded(String(b), collation));
  return Number(a) - Number(b);
}

/** All ids that a query without a page answers, in order. */
export function bruteForce(
  all: readonly KnownEmail[],
  question: {
    readonly filter: EmailFilter | null;
    readonly sort: readonly Comparator[];
    readonly collapseThreads: boolean;
  },
  meanings: Meanings,
): string[] {
  const sort =
    question.sort.length > 0 ? question.sort : [{ property: "receivedAt", isAscending: false }];
  const isOldestFirst = sort[0]!.property === "receivedAt" && sort[0]!.isAscending !== false;
  const found = all
    .filter((email) => matches(email, question.filter, all, meanings))
    .map((email) => ({ email, keys: sort.map((comparator) => keyOf(email, comparator, all)) }))
    .sort((a, b) => {
      for (const [index, { isAscending, collation }] of sort.entries()) {
        const order = compareKeys(a.keys[index]!, b.keys[index]!, collation);
        if (order !== 0) return isAscending === false ? -order : order;
      }
      const newer = Date.parse(b.email.receivedAt) - Date.parse(a.email.receivedAt);
      const order = newer !== 0 ? newer : a.email.id < b.email.id ? 1 : -1;
      return isOldestFirst ? -order : order;
    });
  const seen = new Set<string>();
  return found.flatMap(({ email: { id, threadId } }) => {
    if (question.collapseThreads && seen.has(threadId)) return [];
    seen.add(threadId);
    return [id];
  });
}
