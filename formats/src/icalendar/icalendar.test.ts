import { expect, test } from "vitest";
import { contentText, eventIds, ianaName, readCalendar, wallAt, wallOfTime } from "./index.ts";
import { WINDOWS_ZONES } from "./windows-zones.ts";

const calendar = (...lines: string[]): string =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR", ""].join("\r\n");

const SEOUL = { name: "Asia/Seoul", changes: [] };

test("an invitation says what, when, where and who", () => {
  const object = readCalendar(
    calendar(
      "METHOD:REQUEST",
      "BEGIN:VTIMEZONE",
      "TZID:Asia/Seoul",
      "BEGIN:STANDARD",
      "DTSTART:19700101T000000",
      "END:STANDARD",
      "END:VTIMEZONE",
      "BEGIN:VEVENT",
      "UID:a",
      "SEQUENCE:3",
      "DTSTAMP:20261101T000000Z",
      "DTSTART;TZID=Asia/Seoul:20261124T093000",
      "DTEND;TZID=Asia/Seoul:20261124T110000",
      "SUMMARY:Budget\\, second round\\; with a very long title that goes on on the n",
      " ext line",
      "LOCATION:Room 4\\nSecond floor",
      'ORGANIZER;CN="Archer: Alice":mailto:alice@demo.test',
      "ATTENDEE;CN=Bob;PARTSTAT=accepted;RSVP=TRUE:MAILTO:bob@demo.test",
      "ATTENDEE;CUTYPE=ROOM:mailto:room@demo.test",
      "RRULE:FREQ=WEEKLY;BYDAY=TU",
      "BEGIN:VALARM",
      "SUMMARY:Alarm",
      "END:VALARM",
      "END:VEVENT",
    ),
  )!;
  expect(object.method).toBe("REQUEST");
  const person = { status: null, sentBy: null, isPerson: true, isOptional: false };
  expect(object.events).toMatchObject([
    {
      uid: "a",
      sequence: 3,
      stamp: new Date("2026-11-01T00:00:00Z"),
      recurrenceId: null,
      summary: "Budget, second round; with a very long title that goes on on the next line",
      location: "Room 4\nSecond floor",
      start: { kind: "instant", at: new Date("2026-11-24T00:30:00Z"), zone: SEOUL },
      end: { kind: "instant", at: new Date("2026-11-24T02:00:00Z"), zone: SEOUL },
      organizer: { ...person, name: "Archer: Alice", email: "alice@demo.test" },
      attendees: [
        { ...person, name: "Bob", email: "bob@demo.test", status: "ACCEPTED" },
        { ...person, name: null, email: "room@demo.test", isPerson: false },
      ],
      isCancelled: false,
      rule: { frequency: "WEEKLY", interval: 1, byDay: [{ weekday: 1, nth: null }] },
      link: null,
    },
  ]);
});

const eventOf = (...lines: string[]) =>
  readCalendar(calendar("BEGIN:VEVENT", ...lines, "END:VEVENT"))?.events[0];
const startOf = (line: string) => eventOf(line)?.start;
const zone = (name: string) => ({ name, changes: [] });

test.each([
  ["DTSTART;VALUE=DATE:20261124", { kind: "day", day: "2026-11-24" }],
  [
    "DTSTART:20261124T093000Z",
    { kind: "instant", at: new Date("2026-11-24T09:30:00Z"), zone: null },
  ],
  ["DTSTART:20261124T093000", { kind: "local", text: "2026-11-24T09:30:00", zone: null }],
  // Windows' name, and one behind a program's own path.
  [
    "DTSTART;TZID=Korea Standard Time:20261124T093000",
    { kind: "instant", at: new Date("2026-11-24T00:30:00Z"), zone: SEOUL },
  ],
  [
    "DTSTART;TZID=/freeassociation.sourceforge.net/America/Argentina/Buenos_Aires:20261124T093000",
    {
      kind: "instant",
      at: new Date("2026-11-24T12:30:00Z"),
      zone: zone("America/Argentina/Buenos_Aires"),
    },
  ],
  [
    "DTSTART;TZID=Moon/Tranquillity:20261124T093000",
    { kind: "local", text: "2026-11-24T09:30:00", zone: "Moon/Tranquillity" },
  ],
  // The hour after the clocks were put forward, the one that was left out, the one that came twice, and an evening before.
  [
    "DTSTART;TZID=Europe/Berlin:20260329T030000",
    { kind: "instant", at: new Date("2026-03-29T01:00:00Z"), zone: zone("Europe/Berlin") },
  ],
  [
    "DTSTART;TZID=Europe/Berlin:20260329T023000",
    { kind: "instant", at: new Date("2026-03-29T01:30:00Z"), zone: zone("Europe/Berlin") },
  ],
  [
    "DTSTART;TZID=Europe/Berlin:20261025T023000",
    { kind: "instant", at: new Date("2026-10-25T00:30:00Z"), zone: zone("Europe/Berlin") },
  ],
  [
    "DTSTART;TZID=America/New_York:20260307T230000",
    { kind: "instant", at: new Date("2026-03-08T04:00:00Z"), zone: zone("America/New_York") },
  ],
  ["DTSTART:20260631", null],
  ["DTSTART:yesterday", null],
])("%s", (line, start) => expect(startOf(line)).toEqual(start));

test("every zone of Windows is one that browsers know", () => {
  const unknown = [...WINDOWS_ZONES].filter(
    ([windows, iana]) => ianaName(windows) !== iana || !Number.isFinite(wallAt(zone(iana), 0)),
  );
  expect(WINDOWS_ZONES.size).toBeGreaterThan(130);
  expect(unknown).toEqual([]);
});

/** A zone that has no name: its clocks go forward on the last Sunday of March and back on that of October. */
const CUSTOM = [
  "BEGIN:VTIMEZONE",
  "TZID:Customized Time Zone",
  "BEGIN:STANDARD",
  "DTSTART:16010101T030000",
  "TZOFFSETFROM:+0200",
  "TZOFFSETTO:+0100",
  "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10",
  "END:STANDARD",
  "BEGIN:DAYLIGHT",
  "DTSTART:16010101T020000",
  "TZOFFSETFROM:+0100",
  "TZOFFSETTO:+0200",
  "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3",
  "END:DAYLIGHT",
  "END:VTIMEZONE",
];

test.each([
  ["20260115T120000", "2026-01-15T11:00:00.000Z"],
  ["20260715T120000", "2026-07-15T10:00:00.000Z"],
  ["20260329T030000", "2026-03-29T01:00:00.000Z"],
  ["20261231T235900", "2026-12-31T22:59:00.000Z"],
])("a zone that only the message knows: %s", (local, instant) => {
  const start = readCalendar(
    calendar(...CUSTOM, "BEGIN:VEVENT", `DTSTART;TZID=Customized Time Zone:${local}`, "END:VEVENT"),
  )?.events[0]?.start;
  expect(start).toMatchObject({ kind: "instant", at: new Date(instant), zone: { name: null } });
  if (start?.kind === "instant")
    expect(wallOfTime(start)).toBe(wallAt(zone("Europe/Berlin"), start.at.getTime()));
});

test("a duration stands for an end: days are those of the calendar, hours those that pass", () => {
  expect(eventOf("DTSTART:20261124T093000Z", "DURATION:PT1H30M")?.end).toEqual({
    kind: "instant",
    at: new Date("2026-11-24T11:00:00Z"),
    zone: null,
  });
  expect(
    eventOf("DTSTART;TZID=Europe/Berlin:20260328T120000", "DURATION:P1DT1H")?.end,
  ).toMatchObject({ at: new Date("2026-03-29T11:00:00Z") });
  expect(eventOf("DTSTART;VALUE=DATE:20261124")?.end).toEqual({ kind: "day", day: "2026-11-25" });
});

test("a cancellation is one by its method or by its state", () => {
  const text = calendar("BEGIN:VEVENT", "DTSTART:20261124T093000Z", "END:VEVENT");
  expect(readCalendar(text)?.events[0]?.isCancelled).toBe(false);
  expect(readCalendar(text, "cancel")).toMatchObject({
    method: "CANCEL",
    events: [{ isCancelled: true }],
  });
  expect(eventOf("STATUS:cancelled")?.isCancelled).toBe(true);
});

test.each([
  [
    "X-GOOGLE-CONFERENCE:https://meet.google.com/abc-defg-hij",
    "https://meet.google.com/abc-defg-hij",
  ],
  ["CONFERENCE;VALUE=URI;FEATURE=PHONE:tel:+1-412-555-0123", null],
  ["CONFERENCE;VALUE=URI;FEATURE=AUDIO,VIDEO:https://video.example/1", "https://video.example/1"],
  ["LOCATION:Zoom (https://us02web.zoom.us/j/123?pwd=x).", "https://us02web.zoom.us/j/123?pwd=x"],
  [
    "DESCRIPTION:Join: https://teams.microsoft.com/l/meetup-join/19%3ameeting",
    "https://teams.microsoft.com/l/meetup-join/19%3ameeting",
  ],
  ["LOCATION:https://meet.jit.si/AtriumRoom", "https://meet.jit.si/AtriumRoom"],
  ["LOCATION:https://cloud.example/call/ab12cd34", "https://cloud.example/call/ab12cd34"],
  ["URL:https://calendar.example/event/1", null],
  ["X-GOOGLE-CONFERENCE:javascript:alert(1)", null],
  ["LOCATION:https://zoom.us.evil.example/j/1 is a trap", null],
  ["LOCATION:https://zoom.us@evil.example/j/1", null],
])("where to click: %s", (line, link) => expect(eventOf(line)?.link).toBe(link));

test("what is no calendar is none, whatever it is", () => {
  for (const text of [
    "",
    "BEGIN:VEVENT",
    "hello",
    calendar(),
    "\0".repeat(9999),
    "A;=:".repeat(99),
    "END:VEVENT",
    "BEGIN:A\n".repeat(50_000),
  ]) {
    expect(readCalendar(text)).toBeNull();
    expect(eventIds(text)).toEqual([]);
  }
  expect(readCalendar(`BEGIN:VCALENDAR\nBEGIN:VEVENT\n${"SUMMARY;X=".repeat(90_000)}`)).toBeNull();
});

test("a message is found by the identifiers of its events, each once", () => {
  const event = (...lines: string[]) => ["BEGIN:VEVENT", ...lines, "END:VEVENT"];
  const text = calendar(
    ...event("UID:a@x", "DTSTART:20261124T093000Z"),
    ...event("UID:a@x", "RECURRENCE-ID:20261124T093000Z"),
    ...event("UID:b"),
    ...event("SUMMARY:none"),
    ...event(`UID:${"x".repeat(2000)}`),
    "BEGIN:VTODO",
    "UID:no event",
    "END:VTODO",
  );
  expect(eventIds(text)).toEqual(["a@x", "b"]);
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
