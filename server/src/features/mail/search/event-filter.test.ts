import { beforeAll, expect, test } from "vitest";
import { testPlatform } from "../../../testing/index.ts";
import { mailFixture, type Mailer, type MailFixture } from "../mail.fixture.ts";

let fixture: MailFixture;
let alice: Mailer;

beforeAll(async () => {
  fixture = mailFixture(await testPlatform());
  alice = await fixture.person("alice");
});

const calendar = (...ids: readonly string[]): string =>
  [
    "BEGIN:VCALENDAR",
    "METHOD:REQUEST",
    ...ids.flatMap((id) => ["BEGIN:VEVENT", `UID:${id}`, "SUMMARY:Lunch", "END:VEVENT"]),
    "END:VCALENDAR",
    "",
  ].join("\r\n");

const message = (type: string, body: string, ...fields: readonly string[]): string =>
  [
    "From: Bob <bob@demo.test>",
    "To: alice@demo.test",
    "Subject: Lunch",
    "MIME-Version: 1.0",
    `Content-Type: ${type}`,
    ...fields,
    "",
    body,
  ].join("\r\n");

const deliver = (text: string): Promise<string> =>
  fixture.deliver(alice, { bytes: Buffer.from(text) });
const find = async (filter: object): Promise<string[]> =>
  (await fixture.call(alice, "Email/query", { filter }))["ids"] as string[];

test("messages are found by the events in them, exactly, and those without any", async () => {
  const long = `040000008200E00074C5B7101A82E008${"0123456789abcdef".repeat(20)}`;
  const plain = await deliver(message("text/plain", "UID:first@demo.test"));
  const first = await deliver(
    message("text/calendar; method=REQUEST; charset=utf-8", calendar("first@demo.test")),
  );
  const encoded = Buffer.from(calendar("second@demo.test", long)).toString("base64");
  const both = await deliver(
    message(
      "multipart/mixed; boundary=b",
      [
        "--b",
        "Content-Type: text/plain",
        "",
        "See you there",
        "--b",
        "Content-Type: application/ics; name=invite.ics",
        "Content-Transfer-Encoding: base64",
        "",
        encoded.replace(/.{76}/g, "$&\r\n"),
        "--b--",
      ].join("\r\n"),
    ),
  );
  const handedOn = await deliver(
    message(
      "message/rfc822",
      message("text/calendar; method=REQUEST", calendar("first@demo.test")),
    ),
  );
  expect(await find({ eventUid: "first@demo.test" })).toEqual([first]);
  expect(await find({ eventUid: "second@demo.test" })).toEqual([both]);
  expect(await find({ eventUid: long })).toEqual([both]);
  // Neither a part of it, nor in other letters: it is an identifier, no word.
  for (const eventUid of ["first", "First@demo.test", "", long.slice(0, 64)])
    expect(await find({ eventUid })).toEqual([]);
  expect((await find({ hasEvent: true })).toSorted()).toEqual([first, both].toSorted());
  expect((await find({ hasEvent: false })).toSorted()).toEqual([plain, handedOn].toSorted());
  const either = [{ eventUid: "first@demo.test" }, { eventUid: "second@demo.test" }];
  expect((await find({ operator: "OR", conditions: either })).length).toBe(2);
  expect(
    await find({
      operator: "NOT",
      conditions: [{ eventUid: "first@demo.test" }, { hasEvent: false }],
    }),
  ).toEqual([both]);
  // It is found by nothing that people would not read.
  expect(await find({ text: "second@demo.test" })).toEqual([]);
});

test("of events without end the first are known", async () => {
  const many = Array.from({ length: 60 }, (_, index) => `many-${index}@demo.test`);
  const id = await deliver(message("text/calendar", calendar(...many)));
  expect(await find({ eventUid: "many-19@demo.test" })).toEqual([id]);
  expect(await find({ eventUid: "many-20@demo.test" })).toEqual([]);
});
