import type { EmailFilter } from "@atrium/contract/types/email";
import type { Comparator } from "@atrium/contract/types/define";
import type { Random } from "../../../../../formats/src/testing/random.ts";
import type { KnownEmail, Sought } from "./brute-force.fixture.ts";
import { someWords, WORDS } from "./known-mail.fixture.ts";

export interface RandomQuery {
  readonly filter: EmailFilter | null;
  readonly sort: readonly Comparator[];
  readonly collapseThreads: boolean;
}

/** Writes random queries about known mail, and notes what the strings in them mean. */
export function queryWriter(
  random: Random,
  all: readonly KnownEmail[],
  mailboxIds: readonly [string, ...string[]],
): { readonly meanings: Map<string, readonly Sought[]>; next(): RandomQuery } {
  const meanings = new Map<string, readonly Sought[]>();
  const chance = (n: number): boolean => random.below(n) === 0;
  const anyEmail = (): KnownEmail => all[random.below(all.length)]!;
  const keyword = (): string =>
    random.pick(["$seen", "$Flagged", "$answered", "project-x", "nobody-has-this"]);

  /** A piece of what a message says, cut at any character: most of what people look for is there. */
  function piece(most: number): string {
    const email = anyEmail();
    const text = random.pick([
      email.subject,
      email.body.slice(0, 3000),
      email.body.slice(-200),
      ...email.otherTexts.map((one) => one.slice(0, 3000)),
    ]);
    const words = text.split(/\s+/);
    const start = random.below(words.length);
    return words.slice(start, start + 1 + random.below(most)).join(" ");
  }

  function term(): { written: string; meant: Sought } {
    const kind = random.below(10);
    if (kind < 3) return plain(random.pick(WORDS), false);
    if (kind === 3) {
      const characters = Array.from(piece(1));
      const start = random.below(characters.length);
      return plain(characters.slice(start, start + 1 + random.below(4)).join(""), false);
    }
    if (kind === 4) return plain(piece(1), false);
    if (kind === 5)
      return plain(
        Array.from(random.pick(WORDS))
          .slice(0, 1 + random.below(4))
          .join(""),
        true,
      );
    const words = chance(4) ? someWords(random, 3) : piece(4);
    const quote = random.pick(['"', '"', "'"]);
    const escaped = words.replace(/["'\\]/g, "\\$&");
    return { written: `${quote}${escaped}${quote}`, meant: { words, isOpen: false } };
  }

  /** Outside of quotation marks: what has none, nor white space, nor a star, that would mean something else. */
  function plain(text: string, isOpen: boolean): { written: string; meant: Sought } {
    const words =
      text
        .replace(/^["']+|\s+/g, "")
        .replace(/\*+$/, "")
        .replace(/^['"]+/, "") || "회의";
    return { written: isOpen ? `${words}*` : words, meant: { words, isOpen } };
  }

  function text(): string {
    const terms = Array.from({ length: chance(3) ? 2 + random.below(2) : 1 }, term);
    const written = terms.map((one) => one.written).join(random.pick([" ", "  ", "\t"]));
    meanings.set(
      written,
      terms.map((one) => one.meant),
    );
    return written;
  }

  function date(): string {
    const { receivedAt } = anyEmail();
    const offset = random.pick([0, 0, 1000, -1000, 86_400_000, 500]);
    return new Date(Date.parse(receivedAt) + offset).toISOString();
  }

  function header(): string[] {
    const [name, value] = random.pick<readonly [string, string]>([
      ["List-Id", "demo"],
      ["list-id", "Business"],
      ["List-Id", "회의"],
      ["X-Project", "budget"],
      ["X-PROJECT", ""],
      ["X-Many-399", "value"],
      ["X-Many-7", "8"],
      ["Message-ID", `<${1 + random.below(900)}.mail@demo.test>`],
      ["References", `thread-${random.below(400)}@demo.test`],
      ["Subject", "회의"],
      ["X-Nothing", "x"],
      ["x'; \\ drop", "x"],
    ]);
    return chance(2) ? [name] : [name, value];
  }

  function condition(): EmailFilter {
    const name = random.pick([
      "text",
      "text",
      "text",
      "body",
      "body",
      "subject",
      "subject",
      "from",
      "to",
      "cc",
      "bcc",
      "inMailbox",
      "inMailbox",
      "inMailboxOtherThan",
      "before",
      "after",
      "minSize",
      "maxSize",
      "allInThreadHaveKeyword",
      "someInThreadHaveKeyword",
      "noneInThreadHaveKeyword",
      "hasKeyword",
      "notKeyword",
      "hasAttachment",
      "header",
    ] as const);
    switch (name) {
      case "inMailbox":
        return { inMailbox: random.pick(mailboxIds) };
      case "inMailboxOtherThan":
        return { inMailboxOtherThan: mailboxIds.filter(() => chance(3)) };
      case "before":
      case "after":
        return { [name]: date() };
      case "minSize":
      case "maxSize":
        return { [name]: anyEmail().size + random.below(3) - 1 };
      case "hasAttachment":
        return { hasAttachment: chance(2) };
      case "header":
        return { header: header() };
      case "from":
      case "to":
      case "cc":
      case "bcc":
        return { [name]: person() };
      case "text":
      case "body":
      case "subject":
        return { [name]: text() };
      default:
        return { [name]: keyword() };
    }
  }

  function person(): string {
    const words = random.pick([
      "alice",
      "bob",
      "Bob Baker",
      "김지민",
      "지민",
      "민",
      "demo.test",
      "name",
      "email",
      "ali",
      "회사",
      "太郎",
      "baker@other.test",
      "jimin lee",
    ]);
    const isPhrase = chance(3);
    const written = isPhrase ? `"${words}"` : words;
    const meant = isPhrase ? [words] : words.split(" ");
    meanings.set(
      written,
      meant.map((one) => ({ words: one, isOpen: false })),
    );
    return written;
  }

  function filter(depth: number): EmailFilter {
    if (depth < 4 && chance(depth === 0 ? 2 : 3)) {
      const operator = random.pick(["AND", "AND", "OR", "NOT"] as const);
      const conditions = Array.from({ length: random.below(4) }, () => filter(depth + 1));
      return { operator, conditions };
    }
    const conditions = Array.from({ length: chance(3) ? 2 : 1 }, condition);
    return conditions.reduce((one, other) => ({ ...one, ...other }));
  }

  function comparator(): Comparator {
    const property = random.pick([
      "receivedAt",
      "sentAt",
      "size",
      "from",
      "to",
      "subject",
      "hasKeyword",
      "allInThreadHaveKeyword",
      "someInThreadHaveKeyword",
    ] as const);
    const collation = random.pick([undefined, "i;ascii-casemap", "i;unicode-casemap"] as const);
    return {
      property,
      ...(chance(3) ? {} : { isAscending: chance(2) }),
      ...(property.endsWith("Keyword") ? { keyword: keyword() } : {}),
      ...(collation === undefined ? {} : { collation }),
    };
  }

  return {
    meanings,
    next: () => ({
      filter: chance(30) ? null : chance(8) ? { inMailbox: random.pick(mailboxIds) } : filter(0),
      sort: chance(2)
        ? []
        : chance(3)
          ? [{ property: "receivedAt", isAscending: chance(2) }]
          : Array.from({ length: 1 + random.below(3) }, comparator),
      collapseThreads: chance(3),
    }),
  };
}
