import { expect, test } from "vitest";
import { participants, shortNameOf } from "./participants.ts";

const own = { own: "alice@demo.test", me: "me", isOutgoing: false };
const letter = (name: string | null, email: string, seen = true) => ({
  from: [{ name, email }],
  to: [{ name: "Carol King", email: "carol@demo.test" }],
  keywords: (seen ? { $seen: true } : {}) as Record<string, true>,
});

test("one person alone is named in full", () => {
  expect(participants([letter("Bob Miller", "bob@demo.test")], own)).toEqual([
    { name: "Bob Miller", isUnread: false },
  ]);
});

test("several people are named once each by their first names, oneself as me", () => {
  const list = [
    letter("Bob Miller", "bob@demo.test"),
    letter("Alice", "Alice@Demo.test"),
    letter("Bob M.", "bob@demo.test", false),
  ];
  expect(participants(list, own)).toEqual([
    { name: "Bob", isUnread: true },
    { name: "me", isUnread: false },
  ]);
});

test("in Sent the recipients count", () => {
  expect(participants([letter("Alice", "alice@demo.test")], { ...own, isOutgoing: true })).toEqual([
    { name: "Carol King", isUnread: false },
  ]);
});

test("a first name is found in every spelling", () => {
  expect(shortNameOf({ name: "Miller, Bob", email: "" })).toBe("Bob");
  expect(shortNameOf({ name: "김지민", email: "" })).toBe("김지민");
  expect(shortNameOf({ name: null, email: "news@example.org" })).toBe("news");
  expect(shortNameOf({ name: "J Smith", email: "" })).toBe("J Smith");
});
