import { expect, test } from "vitest";
import { checkKeywords } from "../email/email.rules.ts";
import { keywordFor } from "./keyword.ts";

const none: ReadonlySet<string> = new Set();

test("a keyword reads like the name it was made of", () => {
  expect(keywordFor("Invoices 2026", none)).toBe("invoices-2026");
  expect(keywordFor("  Übersicht / Café  ", none)).toBe("ubersicht-cafe");
});

test("a name in another script gets a number", () => {
  expect(keywordFor("청구서", none)).toBe("label-1");
  expect(keywordFor("회의록", new Set(["label-1"]))).toBe("label-2");
});

test("a keyword is never one that is in use or means something to mail programs", () => {
  expect(keywordFor("Work", new Set(["work", "work-1"]))).toBe("work-2");
  for (const name of ["Junk", "$seen", "\\Seen", "NotJunk", "Forwarded"])
    expect(keywordFor(name, none)).toMatch(/^[a-z]+-1$/);
});

test("whatever a name is, a message can carry its keyword", () => {
  for (const name of ['(){%*"]\\', "a".repeat(300), "🙂", "-a-", "a\u0000b", "ﬁ №5 ①"]) {
    const keyword = keywordFor(name, none);
    expect(keyword).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(checkKeywords([keyword])).toEqual([keyword]);
  }
});
