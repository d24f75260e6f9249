import type { EmailHeader } from "@atrium/contract/types/email";
import { expect, test } from "vitest";
import { deliveredTo, reasonsOf } from "./reasons.ts";

const people = (...emails: string[]) => emails.map((email) => ({ name: null, email }));
const header = (name: string, value: string): EmailHeader => ({ name, value: ` ${value}` });
const at = (address: string, original = address, ...more: EmailHeader[]): EmailHeader[] => [
  header("Return-Path", "<x@elsewhere.example>"),
  header("Delivered-To", address),
  header("X-Original-To", original),
  header("Received", "from x by y"),
  ...more,
];
const OWN = { you: "bob@demo.test", own: ["bob@demo.test", "robert@demo.test"] };

test("the main address, another of one's own, and one with a detail are told apart", () => {
  const to = (...emails: string[]) => ({ to: people(...emails), cc: null });
  expect(reasonsOf(to("Bob@Demo.test"), at("bob@demo.test"), OWN)).toEqual([{ kind: "you" }]);
  expect(reasonsOf(to("robert@demo.test"), [], OWN)).toEqual([
    { kind: "address", address: "robert@demo.test" },
  ]);
  const detail = at("bob@demo.test", "bob+shop@demo.test");
  expect(reasonsOf(to("bob+shop@demo.test"), detail, OWN)).toEqual([
    { kind: "address", address: "bob+shop@demo.test" },
  ]);
});

test("nobody is “you” in a shared account", () => {
  const to = { to: people("help@demo.test"), cc: null };
  expect(reasonsOf(to, at("help@demo.test"), { own: ["help@demo.test"] })).toEqual([
    { kind: "address", address: "help@demo.test" },
  ]);
});

test("a copy and a blind copy are said; what is not certain is not", () => {
  expect(
    reasonsOf(
      { to: people("ann@x.example"), cc: people("bob@demo.test") },
      at("bob@demo.test"),
      OWN,
    ),
  ).toEqual([{ kind: "copy", address: "bob@demo.test" }]);
  const elsewhere = { to: people("ann@x.example"), cc: null };
  expect(reasonsOf(elsewhere, at("bob@demo.test"), OWN)).toEqual([
    { kind: "blind", address: "bob@demo.test" },
  ]);
  expect(reasonsOf(elsewhere, [], OWN)).toEqual([]);
});

test("what another server noted is not taken for ours", () => {
  const [path, to] = at("bob@demo.test");
  expect(deliveredTo([path!, header("Received", "by us"), to!])).toBeUndefined();
  expect(deliveredTo([to!, path!])).toBeUndefined();
  expect(deliveredTo([])).toBeUndefined();
});

test("a group is named by its own name, not by what the message says", () => {
  const list = header("List-Id", "Sales <sales.demo.test>");
  const group = { name: "Sales team", address: "sales@demo.test" };
  expect(
    reasonsOf(
      { to: people("sales@demo.test"), cc: null },
      at("sales@demo.test", "sales@demo.test", list),
      { ...OWN, group },
    ),
  ).toEqual([{ kind: "group", ...group }]);
  // Written to besides.
  expect(
    reasonsOf(
      { to: people("sales@demo.test"), cc: people("bob@demo.test") },
      at("sales@demo.test", "sales@demo.test", list),
      { ...OWN, group },
    ),
  ).toEqual([
    { kind: "group", ...group },
    { kind: "copy", address: "bob@demo.test" },
  ]);
});

test.each([
  ['"Garden talk" <talk.garden.example>', "Garden talk"],
  ["<talk.garden.example>", "talk.garden.example"],
  ["=?utf-8?B?6rCA?= <talk.garden.example>", "talk.garden.example"],
  ["talk.garden.example", "talk.garden.example"],
])("the list of %j is named", (value, list) => {
  expect(
    reasonsOf(
      { to: people("talk@garden.example"), cc: null },
      at("bob@demo.test", "bob@demo.test", header("List-ID", value)),
      OWN,
    ),
  ).toEqual([{ kind: "list", list }]);
});
