import { readCsv } from "@atrium/formats/csv";
import { expect, test } from "vitest";
import { isEnough, tableOf } from "./columns.ts";

function read(text: string) {
  const csv = readCsv(text);
  if ("fault" in csv) throw new Error(csv.fault);
  return tableOf(csv.rows);
}
const mapping = (header: string) => read(`${header}\n`).mapping;

test.each([
  [
    "Name,Mail address,Other addresses,Roles,Storage limit (GB),Most messages",
    { name: 0, address: 1, aliases: 2, roles: 3, quotaOctets: 4, quotaEmails: 5 },
  ],
  [
    "이름,메일 주소,다른 주소,역할,저장 공간 한도(GB),최대 메일 수",
    { name: 0, address: 1, aliases: 2, roles: 3, quotaOctets: 4, quotaEmails: 5 },
  ],
  // Google Workspace.
  [
    "First Name [Required],Last Name [Required],Email Address [Required],Password [Required],Password Hash Function [UPLOAD ONLY],Org Unit Path [Required],New Primary Email [UPLOAD ONLY],Recovery Email,Home Secondary Email",
    { firstName: 0, lastName: 1, address: 2 },
  ],
  [
    "이름 [필수],성 [필수],이메일 주소 [필수],비밀번호 [필수]",
    { firstName: 0, lastName: 1, address: 2 },
  ],
  // Microsoft 365: exported, the template of many at once, and Entra.
  [
    "Block credential,City,Department,Display name,First name,Last name,Licenses,Proxy addresses,Title,User principal name,When created",
    { name: 3, firstName: 4, lastName: 5, aliases: 7, address: 9 },
  ],
  [
    "Name [displayName] Required,User name [userPrincipalName] Required,Initial password [passwordProfile] Required,Block sign in (Yes/No) [accountEnabled] Required,First name [givenName],Last name [surname]",
    { name: 0, address: 1, firstName: 4, lastName: 5 },
  ],
  [
    "id,mail,userPrincipalName,displayName,surname,givenName,userType",
    { name: 3, address: 2, lastName: 4, firstName: 5 },
  ],
  ["E-MAIL;Full name", { address: 0, name: 1 }],
  ["성명\t전자 메일\t권한", { name: 0, address: 1, roles: 2 }],
])("columns are known by %s", (header, expected) => {
  expect(mapping(header)).toEqual(expected);
  expect(isEnough(mapping(header))).toBe(true);
});

test("titles are told apart from people, and none is guessed from a part of a word", () => {
  expect(read("Alice Archer,alice@demo.test\nBob Baker,bob@demo.test")).toMatchObject({
    titles: ["", ""],
    rows: [{ line: 1 }, { line: 2 }],
    mapping: { address: 1 },
  });
  expect(read("Who,Where\nAlice,alice@demo.test")).toMatchObject({
    titles: ["Who", "Where"],
    rows: [{ line: 2 }],
    mapping: {},
  });
  expect(mapping("Nickname,Recovery email,Street address")).toEqual({});
  expect(isEnough({ address: 0 })).toBe(false);
  expect(read("")).toEqual({ titles: [], rows: [], mapping: {} });
});
