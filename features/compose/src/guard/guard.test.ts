import type { EmailAddress } from "@atrium/contract/types/email";
import type { IdentityRecord } from "@atrium/contract/types/identity";
import { expect, test } from "vitest";
import type { Draft } from "../draft/draft.ts";
import { findingsOf, type Facts } from "./checks.ts";
import { speaksOfAttachment } from "./forgotten.ts";
import { isNameOf, mayBe, namesIn } from "./greeting.ts";
import { MANY_RECIPIENTS, MOST_NAMES } from "./limits.ts";

const at = (email: string, name: string | null = null): EmailAddress => ({ name, email });
const identity = (id: string, email: string) =>
  ({ id, email, name: "Me" }) as unknown as IdentityRecord;
const ME = identity("i1", "me@demotest.example");
const SALES = identity("i2", "sales@demotest.example");
const KIM = at("kim@demotest.example", "Kim Lee");
const BOB = at("bob@demotest.example", "Bob Baker");
const ANN = at("ann@partner.example", "Ann Archer");

function find(draft: Partial<Draft>, facts: Partial<Facts> = {}) {
  return findingsOf(
    {
      draft: {
        to: [],
        cc: [],
        bcc: [],
        subject: "Plan",
        attachments: [],
        inReplyTo: null,
        ...draft,
      } as unknown as Draft,
      text: "",
      identity: ME,
      identities: [ME, SALES],
      elsewhere: [],
      original: undefined,
      answeredBy: undefined,
      written: [],
      known: new Map(),
      ...facts,
    },
    () => true,
  );
}
const kinds = (...given: Parameters<typeof find>) => find(...given).map(({ check }) => check);

test("nothing is said of an everyday message", () => {
  expect(find({ to: [KIM] })).toEqual([]);
  expect(find({ to: [ANN] })).toEqual([]);
  expect(find({ to: [ANN, KIM] })).toEqual([]);
  const original = { from: [ANN], to: [at("me@demotest.example")], cc: [KIM] };
  expect(find({ to: [ANN], cc: [KIM], inReplyTo: ["a@x"] }, { original })).toEqual([]);
});

test("what is turned off is not said", () => {
  const facts = { text: "", draft: { to: [KIM], cc: [], bcc: [], subject: "" } };
  expect(findingsOf(facts as unknown as Facts, (check) => check === "checksSubject")).toEqual([
    { check: "checksSubject" },
  ]);
  expect(findingsOf(facts as unknown as Facts, () => false)).toEqual([]);
});

test("a missing subject and a missing file are", () => {
  expect(kinds({ to: [KIM], subject: " " })).toEqual(["checksSubject"]);
  expect(kinds({ to: [KIM] }, { text: "파일을 첨부합니다" })).toEqual(["checksAttachment"]);
});

test.each([
  ["Plan", "See the attached file.", true],
  ["Plan", "I attach the minutes.", true],
  ["Plan", "회의록을 붙임과 같이 보냅니다.", true],
  ["Plan", "Thanks!\n> see attachment", false],
  ["Re: the attachment", "Thanks!", false],
  ["Plan", "감사합니다.", false],
])("%j with %j speaks of a file: %j", (subject, text, is) =>
  expect(speaksOfAttachment(subject, text)).toBe(is),
);

test("somebody from outside among colleagues is, unless one wrote to them before", () => {
  const draft = { to: [KIM, BOB], cc: [ANN] };
  expect(find(draft)).toEqual([{ check: "checksOutside", outside: [ANN], isAdded: false }]);
  expect(find(draft, { written: [at("ANN@partner.example")] })).toEqual([]);
  // Where they are the most, it is mail to the outside.
  expect(find({ to: [ANN, at("x@other.example"), KIM] })).toEqual([]);
});

test("somebody from outside who is added to a conversation of colleagues is", () => {
  const original = { from: [KIM], to: [at("me@demotest.example")], cc: [BOB] };
  const found = find({ to: [KIM], cc: [ANN], inReplyTo: ["a@x"] }, { original, written: [ANN] });
  expect(found).toEqual([{ check: "checksOutside", outside: [ANN], isAdded: true }]);
});

test("an address that passes for a known one is", () => {
  const like = at("kim@dernotest.example");
  const found = find({ to: [like] });
  expect(found).toEqual([{ check: "checksLookAlike", address: like, known: "demotest.example" }]);
  expect(kinds({ to: [KIM, BOB, like] })).toEqual(["checksLookAlike"]);
  expect(kinds({ to: [at("ann@partnner.example")] }, { written: [ANN] })).toEqual([
    "checksLookAlike",
  ]);
  // Whoever one writes to there is known.
  const written = [ANN, at("x@partnner.example")];
  expect(kinds({ to: [at("ann@partnner.example")] }, { written })).toEqual([]);
});

test("an answer from another address than was written to is", () => {
  const draft = { to: [ANN], inReplyTo: ["a@x"] };
  const original = { from: [ANN], to: [at("sales+web@demotest.example")], cc: [] };
  expect(find(draft, { original })).toEqual([
    { check: "checksIdentity", to: SALES.email, from: ME.email, better: SALES },
  ]);
  expect(find(draft, { original, identity: SALES })).toEqual([]);
  const toTeam = { from: [ANN], to: [at("Support@demotest.example")], cc: [] };
  expect(find(draft, { original: toTeam, elsewhere: ["support@demotest.example"] })).toEqual([
    { check: "checksIdentity", to: "support@demotest.example", from: ME.email, better: undefined },
  ]);
  expect(find(draft, { original: toTeam })).toEqual([]);
  // One goes on as whom one wrote.
  const mine = { from: [at(SALES.email)], to: [ANN], cc: [] };
  expect(kinds(draft, { original: mine })).toEqual(["checksIdentity"]);
});

test("an answer to many is, and a new message to many is not", () => {
  const to = Array.from({ length: MANY_RECIPIENTS }, (_, index) =>
    at(`p${index}@demotest.example`),
  );
  expect(find({ to, inReplyTo: ["a@x"] })).toEqual([
    { check: "checksReplyAll", count: MANY_RECIPIENTS },
  ]);
  expect(find({ to: to.slice(1), inReplyTo: ["a@x"] })).toEqual([]);
  expect(find({ to })).toEqual([]);
});

test("who answered meanwhile is", () => {
  expect(find({ to: [KIM] }, { answeredBy: BOB })).toEqual([{ check: "checksAnswered", by: BOB }]);
});

test("a template that is not filled is, whatever is turned off", () => {
  const left = ["{company}", "{first name}"];
  expect(find({ to: [KIM], subject: "For {company}" }, { text: "Dear {first name}," })).toEqual([
    { check: "placeholders", left },
  ]);
});

test("who is spoken to and does not get it is, where somebody has that name", () => {
  const known = new Map([["Kim", [KIM]]]);
  expect(find({ to: [BOB] }, { known })).toEqual([
    { check: "checksRecipient", name: "Kim", person: KIM },
  ]);
  expect(find({ to: [BOB], cc: [KIM] }, { known })).toEqual([]);
  expect(find({ to: [BOB] }, { known: new Map([["Kim", []]]) })).toEqual([]);
  const two = new Map([["Kim", [KIM, at("kim2@demotest.example", "Kim Two")]]]);
  expect(find({ to: [BOB] }, { known: two })).toMatchObject([{ person: undefined }]);
});

test.each([
  ["Hi Kim,\nthe plan is ready.", ["Kim"]],
  ["Hi Kim, the plan is ready.", ["Kim"]],
  ["Hello Kim and Bob!\nHow are you?", ["Kim", "Bob"]],
  ["Dear Dr. Lee,", ["Lee"]],
  ["Dear Mr. Kim Lee,", ["Kim Lee"]],
  ["Good morning Zoë:", ["Zoë"]],
  ["Hi Kim\nthe plan", ["Kim"]],
  ["Hi all,\nHi there, Dear team,", []],
  ["Hi,\nKim is ill today.", []],
  ["The plan.\n@Bob please look, @kim-lee too", ["Bob", "kim-lee"]],
  ["Write to bob@demo.test or a.@b", []],
  ["김민수 님,\n안녕하세요.", ["김민수"]],
  ["안녕하세요, 민수님.", ["민수"]],
  ["김민수 부장님께", ["김민수"]],
  ["안녕하세요. 이지은 팀장님, 박서준 님", ["이지은", "박서준"]],
  ["고객님, 팀장님, 선생님 안녕하세요", []],
  ["@김민수님 확인 부탁드립니다", ["김민수"]],
  ["> Hi Kim,", []],
  ["One.\nTwo.\nThree.\nHi Kim,", []],
])("%j speaks to %j", (text, names) => expect(namesIn(text)).toEqual(names));

test("people are known by their names, and recipients by what may be short for one", () => {
  const minsu = at("minsu.kim@demo.test", "김민수");
  expect(isNameOf("민수", minsu)).toBe(true);
  expect(isNameOf("김민수", at("a@b.example", "김 민수"))).toBe(true);
  expect(isNameOf("민", minsu)).toBe(false);
  expect(isNameOf("Kim", KIM)).toBe(true);
  expect(isNameOf("Ki", KIM)).toBe(false);
  expect(isNameOf("Kim", at("kim@demo.test"))).toBe(false);
  expect(isNameOf("zoe", at("a@b.example", "Zoë Young"))).toBe(true);
  expect(mayBe("Lizzy", at("a@b.example", "Liz Young"))).toBe(true);
  expect(mayBe("Liz", at("elizabeth@b.example"))).toBe(true);
  expect(mayBe("민수", minsu)).toBe(true);
  expect(mayBe("Minsu", minsu)).toBe(true);
  expect(mayBe("Bob", KIM)).toBe(false);
});

test("few names of a long text are looked up", () => {
  const text = Array.from({ length: 100_000 }, (_, index) => `@Name${index}`).join(" ");
  expect(namesIn(text).length).toBeLessThanOrEqual(MOST_NAMES);
  expect(namesIn("@Ann ".repeat(100_000))).toEqual(["Ann"]);
});
