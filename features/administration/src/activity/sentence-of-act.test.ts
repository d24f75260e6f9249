import type { AdministratorActRecord } from "@atrium/contract/types/administrator-act";
import { expect, test } from "vitest";
import { detailsOfAct, sentenceOfAct } from "./sentence-of-act.ts";

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
    "Somebody who is gone disabled p2",
  );
  expect(sentenceOfAct(act({ personId: null, personName: null }))).toBe(
    "The command line disabled Bob Ferreira",
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
    { label: "Name", text: "Choir" },
    { label: "Members", text: expect.any(String) as string, ids: ["p3", "g1"] },
    { label: "May write", text: "No" },
    { label: "Other addresses", text: "None" },
    { label: "Recipients", text: "1,200" },
    { label: "colour", text: '{"red":1}' },
  ]);
});
