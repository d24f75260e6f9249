import { expect, test } from "vitest";
import { contentText, readCalendarEvent } from "./index.ts";

const calendar = (...lines: string[]): string =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR", ""].join("\r\n");

test("an invitation says what, when, where and who", () => {
  const event = readCalendarEvent(
    calendar(
      "METHOD:REQUEST",
      "BEGIN:VTIMEZONE",
      "TZID:Asia/Seoul",
      "BEGIN:STANDARD",
      "DTSTART:19700101T000000",
      "END:STANDARD",
      "END:VTIMEZONE",
      "BEGIN:VEVENT",
      "DTSTART;TZID=Asia/Seoul:20261124T093000",
      "DTEND;TZID=Asia/Seoul:20261124T110000",
      "SUMMARY:Budget\\, second round\\; with a very long title that goes on on the n",
      " ext line",
      "LOCATION:Room 4\\nSecond floor",
      'ORGANIZER;CN="Archer: Alice":mailto:alice@demo.test',
      "ATTENDEE;CN=Bob;PARTSTAT=accepted;RSVP=TRUE:MAILTO:bob@demo.test",
      "ATTENDEE:mailto:carol@demo.test",
      "RRULE:FREQ=WEEKLY;BYDAY=TU",
      "BEGIN:VALARM",
      "SUMMARY:Alarm",
      "END:VALARM",
      "END:VEVENT",
    ),
  );
  expect(event).toEqual({
    method: "REQUEST",
    summary: "Budget, second round; with a very long title that goes on on the next line",
    location: "Room 4\nSecond floor",
    start: { kind: "instant", at: new Date("2026-11-24T00:30:00Z") },
    end: { kind: "instant", at: new Date("2026-11-24T02:00:00Z") },
    organizer: { name: "Archer: Alice", email: "alice@demo.test", status: null },
    attendees: [
      { name: "Bob", email: "bob@demo.test", status: "ACCEPTED" },
      { name: null, email: "carol@demo.test", status: null },
    ],
    isCancelled: false,
    repeats: "WEEKLY",
  });
});

const startOf = (line: string) =>
  readCalendarEvent(calendar("BEGIN:VEVENT", line, "END:VEVENT"))?.start;

test.each([
  ["DTSTART;VALUE=DATE:20261124", { kind: "day", day: "2026-11-24" }],
  ["DTSTART:20261124T093000Z", { kind: "instant", at: new Date("2026-11-24T09:30:00Z") }],
  ["DTSTART:20261124T093000", { kind: "local", text: "2026-11-24T09:30:00", zone: null }],
  [
    "DTSTART;TZID=Korea Standard Time:20261124T093000",
    { kind: "local", text: "2026-11-24T09:30:00", zone: "Korea Standard Time" },
  ],
  // The hour after the clocks were put forward, and the evening before.
  [
    "DTSTART;TZID=Europe/Berlin:20260329T030000",
    { kind: "instant", at: new Date("2026-03-29T01:00:00Z") },
  ],
  [
    "DTSTART;TZID=America/New_York:20260307T230000",
    { kind: "instant", at: new Date("2026-03-08T04:00:00Z") },
  ],
  ["DTSTART:yesterday", null],
])("%s", (line, start) => expect(startOf(line)).toEqual(start));

test("a duration stands for an end, a cancellation is one", () => {
  const event = readCalendarEvent(
    calendar(
      "METHOD:CANCEL",
      "BEGIN:VEVENT",
      "DTSTART:20261124T093000Z",
      "DURATION:PT1H30M",
      "END:VEVENT",
    ),
  );
  expect(event).toMatchObject({
    isCancelled: true,
    end: { kind: "instant", at: new Date("2026-11-24T11:00:00Z") },
  });
});

test("what is no calendar is none, whatever it is", () => {
  for (const text of [
    "",
    "BEGIN:VEVENT",
    "hello",
    calendar(),
    "\0".repeat(9999),
    "A;=:".repeat(99),
  ])
    expect(readCalendarEvent(text)).toBeNull();
  expect(readCalendarEvent(`BEGIN:VEVENT\n${"SUMMARY;X=".repeat(90_000)}`)).toBeNull();
});

test("the text of a calendar is what people read of it", () => {
  const text = calendar(
    "PRODID:-//nobody//reads//this",
    "BEGIN:VEVENT",
    "UID:unread",
    "DTSTART:20261124T003000Z",
    'ORGANIZER;CN="Kim; Jimin: 김지민":mailto:jimin@demo.test',
    "ATTENDEE;PARTSTAT=ACCEPTED;CN=Bob:MAILTO:bob@demo.test",
    "SUMMARY;LANGUAGE=en:Lunch\\, and then",
    "  some",
    "DESCRIPTION:One\\nTwo\\\\",
    "RRULE:FREQ=DAILY",
    "ATTACH;VALUE=BINARY:dW5yZWFk",
    "END:VEVENT",
  );
  expect(contentText(text).split("\n")).toEqual([
    "Kim; Jimin: 김지민 jimin@demo.test",
    "Bob bob@demo.test",
    "Lunch, and then some",
    "One",
    "Two\\",
  ]);
});

test("the text of a card is what people read of it, in old ones too", () => {
  const card = [
    "BEGIN:VCARD",
    "VERSION:2.1",
    "N:Kim;Jimin;;;",
    "item1.EMAIL;INTERNET:jimin@demo.test",
    "NOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=EA=B9=80=",
    "=EC=A7=80=EB=AF=BC: x",
    "PHOTO;ENCODING=BASE64;TYPE=GIF:",
    "  R0lGODdhfgA4AOYA",
    "TEL;CELL:+82 10",
    "END:VCARD",
  ].join("\r\n");
  expect(contentText(card)).toBe("Kim;Jimin;;;\njimin@demo.test\n김지민: x\n+82 10");
});

test("the text of what is no calendar is none, however long", () => {
  for (const text of [
    "SUMMARY",
    "SUMMARY;",
    ":x",
    "no colon",
    'SUMMARY;A="',
    `SUMMARY${';A="":'.repeat(50_000)}`,
    `SUMMARY;${'""'.repeat(300_000)}`,
    "\n ".repeat(300_000),
    "NOTE;QUOTED-PRINTABLE:=\n=".repeat(50_000),
  ])
    expect(() => contentText(text)).not.toThrow();
});
