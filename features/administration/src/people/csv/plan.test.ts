import type { Role } from "@atrium/contract/api/session";
import { readCsv, writeCsv } from "@atrium/formats/csv";
import { expect, test } from "vitest";
import { tableOf } from "./columns.ts";
import { canonical, planImport, type Present } from "./plan.ts";

const PRESENT: Present = {
  domains: new Set(["demo.test"]),
  taken: new Map([
    ["alice@demo.test", { isOther: false, isRemoved: false }],
    ["al@demo.test", { isOther: true, isRemoved: false }],
    ["gone@demo.test", { isOther: false, isRemoved: true }],
  ]),
};
const ROLE_NAMES = new Map<string, Role>([
  ["administrator", "administrator"],
  ["관리자", "administrator"],
  ["help editor", "help-editor"],
]);

function plan(text: string, present = PRESENT) {
  const csv = readCsv(text);
  if ("fault" in csv) throw new Error(csv.fault);
  return planImport(tableOf(csv.rows), present, ROLE_NAMES, "@demo.test");
}
const HEADER = "Name,Address,Aliases,Roles,Quota,Message limit\n";
const problems = (lines: string) =>
  plan(HEADER + lines).unusable.map(({ line, problem, what }) => [line, problem, what]);
const newcomers = (text: string) => plan(text).newcomers.map(({ person }) => person);

test("a line makes a person with all that it says", () => {
  expect(
    plan(
      `${HEADER} Erin\tEllis ,ERIN@Demo.Test,"e@demo.test; ellis@demo.test erin@demo.test","Help editor, 관리자","2,5 GB",100\n`,
    ),
  ).toEqual({
    newcomers: [
      {
        line: 2,
        person: {
          name: "Erin Ellis",
          address: "erin@demo.test",
          aliases: { "e@demo.test": true, "ellis@demo.test": true },
          roles: { member: true, "help-editor": true, administrator: true },
          quotaOctets: 2_500_000_000,
          quotaEmails: 100,
        },
      },
    ],
    present: [],
    unusable: [],
    foreignAliases: 0,
  });
});

test("what is left out is as for all, and an address without a domain is in one's own", () => {
  expect(newcomers("name,user name\nErin,erin\n")).toEqual([
    {
      name: "Erin",
      address: "erin@demo.test",
      aliases: {},
      roles: { member: true },
      quotaOctets: null,
      quotaEmails: null,
    },
  ]);
});

test("who is there already is not touched; importing the same file again makes nobody", () => {
  const file = `${HEADER}Alice,alice@demo.test\nErin,erin@demo.test\n`;
  const { newcomers: made, present } = plan(file);
  expect(present).toEqual([{ line: 2, name: "Alice", address: "alice@demo.test" }]);
  const after = {
    ...PRESENT,
    taken: new Map([
      ...PRESENT.taken,
      ...made.map(
        ({ person: { address } }) => [address, { isOther: false, isRemoved: false }] as const,
      ),
    ]),
  };
  expect(plan(file, after)).toMatchObject({ newcomers: [], unusable: [] });
});

test.each([
  ["Erin,", ["noAddress", ""]],
  [",erin@demo.test", ["noName", ""]],
  [`${"x".repeat(201)},erin@demo.test`, ["longName", ""]],
  ["Erin,er in@demo.test", ["wrongAddress", "er in@demo.test"]],
  ["Erin,erin+x@demo.test", ["wrongAddress", "erin+x@demo.test"]],
  ["Erin,.erin@demo.test", ["wrongAddress", ".erin@demo.test"]],
  ["Erin,@demo.test", ["wrongAddress", "@demo.test"]],
  ["Erin,erin@gmail.com", ["foreignDomain", "gmail.com"]],
  ["Erin,erin@demo.test,er@in@demo.test", ["wrongAlias", "er@in@demo.test"]],
  ["Erin,erin@demo.test,al@demo.test", ["takenByOther", "al@demo.test"]],
  ["Erin,al@demo.test", ["takenByOther", "al@demo.test"]],
  ["Gone,gone@demo.test", ["removedPerson", "gone@demo.test"]],
  ["Erin,erin@demo.test,,king", ["wrongRole", "king"]],
  ["Erin,erin@demo.test,,,much", ["wrongQuota", "much"]],
  ["Erin,erin@demo.test,,,,1.5", ["wrongQuota", "1.5"]],
  [
    `Erin,erin@demo.test,${Array.from({ length: 101 }, (_, i) => `e${i}@demo.test`).join(" ")}`,
    ["tooManyAliases", ""],
  ],
])("a line says why it makes nobody: %s", (line, [problem, what]) =>
  expect(problems(`Frank,frank@demo.test\n${line}\n`)).toEqual([[3, problem, what]]),
);

test("an address that stands twice makes one person, and the other line names the first", () => {
  expect(
    problems("Erin,erin@demo.test,e@demo.test\n\nEve,E@demo.test\nErin,erin@demo.test\n"),
  ).toEqual([
    [4, "twiceInFile", "2"],
    [5, "twiceInFile", "2"],
  ]);
});

test("Microsoft's addresses are taken apart, and those at its own domains left out", () => {
  const { newcomers: made, foreignAliases } = plan(
    "Display name,User principal name,Proxy addresses\nErin,erin@demo.test,SMTP:erin@demo.test+smtp:e@demo.test+smtp:erin@demo.onmicrosoft.com+SIP:erin@demo.test+X500:/o=x\n",
  );
  expect(made.map(({ person }) => person.aliases)).toEqual([{ "e@demo.test": true }]);
  expect(foreignAliases).toBe(1);
});

test("names of two parts are written as people write them", () => {
  expect(
    newcomers(
      "First name,Last name,Email\nErin,Ellis,erin@demo.test\n지민,김,jm@demo.test\nCher,,cher@demo.test\n",
    ).map(({ name }) => name),
  ).toEqual(["Erin Ellis", "김지민", "Cher"]);
});

test("domains beyond ASCII are compared as the server has them, and nonsense stays what it is", () => {
  expect(canonical("Kim@한국.test")).toBe("kim@xn--3e0b707e.test");
  for (const text of ["", "@", "a@", "a@b c", "a@b/c", "a@[::1]", "a@%"])
    expect(canonical(text)).toBe(text);
});

test("ten thousand lines are planned, half of whom are there", () => {
  const address = (index: number) => `p${index}@demo.test`;
  const rows = Array.from({ length: 10_000 }, (_, index) => [`Person ${index}`, address(index)]);
  const taken = new Map(
    rows.slice(0, 5000).map(([, one]) => [one!, { isOther: false, isRemoved: false }]),
  );
  const made = plan(writeCsv([["Name", "Address"], ...rows]), { ...PRESENT, taken });
  expect([made.newcomers.length, made.present.length, made.unusable.length]).toEqual([
    5000, 5000, 0,
  ]);
});
