import { expect, test } from "vitest";
import { lastOther, named, nameOf, participants, posesAs, shortNameOf } from "./participants.ts";

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

test("a name that is the address of somebody else gives way to the real address", () => {
  const email = "x@evil.example";
  for (const name of [
    "ceo@demo.test",
    "Boss <ceo@demo.test>",
    "ceo＠demo．test",
    `${email} ceo@demo.test`,
  ]) {
    expect(posesAs({ name, email })).toBe("ceo@demo.test");
    expect(nameOf({ name, email })).toBe(email);
  }
  for (const name of ["X@evil.example", "Bob @ work", "Ann @home.", "a@b@c.example", null])
    expect(posesAs({ name, email })).toBeUndefined();
  expect(nameOf({ name: "Bob @ work", email })).toBe("Bob @ work");
});

test("recipients without a name get the one that the directory knows; a sender stays as the message says", () => {
  const knownName = (email: string) => (email === "dave@demo.test" ? "Dave Doe" : undefined);
  const letter = {
    from: [{ name: null, email: "dave@demo.test" }],
    to: [
      { name: null, email: "dave@demo.test" },
      { name: "Eve", email: "eve@x.example" },
      { name: null, email: "frank@x.example" },
    ],
    keywords: {},
  };
  const of = (isOutgoing: boolean) =>
    participants([letter], { own: "me@demo.test", me: "me", isOutgoing, knownName }).map(
      ({ name }) => name,
    );
  expect(of(true)).toEqual(["Dave", "Eve", "frank"]);
  expect(of(false)).toEqual(["dave@demo.test"]);
  expect(named({ name: "D.", email: "dave@demo.test" }, knownName).name).toBe("D.");
});

test("the last who is not oneself stands for a conversation", () => {
  const [bob, me, carol] = ["bob@demo.test", "Alice@Demo.test", "carol@demo.test"].map((email) =>
    letter(null, email),
  );
  expect(lastOther([carol!, bob!, me!], own.own)?.email).toBe("bob@demo.test");
  expect(lastOther([me!, { from: null }], own.own)).toBeUndefined();
});
