import type { AdministratorActRecord } from "@atrium/contract/types/administrator-act";
import { expect, test } from "vitest";
import { changesOfAct, detailsOfAct, sentenceOfAct } from "./sentence-of-act.ts";

const act = (given: Partial<AdministratorActRecord>): AdministratorActRecord => ({
  id: "t1",
  at: "2026-11-24T10:00:00Z",
  personId: "p1",
  personName: "Alice Hartley",
  ip: "192.0.2.7",
  verb: "person.disable",
  thing: "p2",
  thingName: "Bob Ferreira",
  detail: {},
  ...given,
});

test("an act is a sentence, also when somebody is gone, or when nobody knows the verb", () => {
  expect(sentenceOfAct(act({}))).toBe("Alice Hartley disabled Bob Ferreira");
  expect(sentenceOfAct(act({ personName: null, thingName: null }))).toBe(
    "Someone who was removed disabled p2",
  );
  expect(sentenceOfAct(act({ personId: null, personName: null }))).toBe(
    "A server operator disabled Bob Ferreira",
  );
  expect(sentenceOfAct(act({ verb: "quarantine.release", thing: "z1", thingName: null }))).toBe(
    "Alice Hartley released a message from quarantine",
  );
  for (const verb of ["moon.launch", "constructor", "__proto__"])
    expect(sentenceOfAct(act({ verb }))).toBe(`Alice Hartley: ${verb} Bob Ferreira`);
});

test("its details have labels, and people are named by their ids", () => {
  const details = detailsOfAct(
    act({
      detail: {
        name: "Choir",
        members: [{ personId: "p3", mayWrite: true }, "g1"],
        mayWrite: false,
        aliases: [],
        recipients: 1200,
        colour: { red: 1 },
      },
    }),
  );
  expect(details).toEqual([
    { name: "name", label: "Name", text: "Choir" },
    { name: "members", label: "Members", text: expect.any(String) as string, ids: ["p3", "g1"] },
    { name: "mayWrite", label: "Can write", text: "No" },
    { name: "aliases", label: "Other addresses", text: "None" },
    { name: "recipients", label: "Recipients", text: "1,200" },
    { name: "colour", label: "colour", text: '{"red":1}' },
  ]);
});

test("a change says in the list what it is about", () => {
  const detail = { name: "Night shift", added: ["p3", "p4"], removed: [] };
  expect(changesOfAct(act({ verb: "group.change", detail }))).toEqual([
    "Name: Night shift",
    "2 members added",
  ]);
  expect(changesOfAct(act({ verb: "group.create", detail }))).toEqual([]);
  const [long] = changesOfAct(act({ verb: "group.change", detail: { name: "n".repeat(200) } }));
  expect(long).toHaveLength(80);
});
