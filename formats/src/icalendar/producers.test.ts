import ICAL from "ical.js";
import { describe, expect, test } from "vitest";
import { allParts, decodeText, parseMessage } from "../mime/index.ts";
import { missing, readInPython, type PythonComponent } from "../testing/python-icalendar.ts";
import {
  occurrencesOf,
  readCalendar,
  writeReply,
  type CalendarEvent,
  type CalendarObject,
  type ReplyStatus,
} from "./index.ts";
import { PRODUCED } from "./producers.fixture.ts";

/** What a message of a producer says, as the reader shows it: by its first calendar. */
function read(producer: string): CalendarObject {
  const { message } = PRODUCED.find((one) => one.producer === producer)!;
  const parsed = parseMessage(new TextEncoder().encode(message));
  const part = allParts(parsed.root).find(({ type }) => type === "text/calendar")!;
  const { value } = decodeText(parsed.bytes, part);
  return readCalendar(value, part.parameters["method"] ?? null)!;
}

const own = { name: "Europe/Berlin", changes: [] };
const times = ({ events }: CalendarObject): string[] =>
  occurrencesOf(events, { from: Date.UTC(2026, 10), to: Date.UTC(2027, 1), own }).map(
    ({ from, to }) => `${new Date(from).toISOString().slice(0, 16)} ${(to - from) / 60_000}`,
  );

describe("invitations of ten producers", () => {
  test.each([
    [
      "Google Calendar",
      { method: "REQUEST" },
      { summary: "Plänë, 계획 🌱", link: "https://meet.google.com/abc-defg-hij", location: null },
      ["2026-12-01T13:00 60"],
    ],
    [
      "Outlook and Exchange",
      { method: "REQUEST" },
      { summary: "Weekly", location: "Room 4", sequence: 2, isRecurring: true },
      // Without the two dates that are left out.
      ["02", "09", "16"]
        .map((day) => `2026-12-${day}T08:30 60`)
        .concat(["06", "13", "20", "27"].map((day) => `2027-01-${day}T08:30 60`)),
    ],
    [
      "Apple Calendar",
      { method: "REQUEST" },
      {
        summary: "Moved once",
        recurrenceId: {
          kind: "instant",
          at: new Date("2026-12-03T09:00:00Z"),
          zone: { name: "Europe/Berlin" },
        },
      },
      ["2026-12-04T10:30 60"],
    ],
    [
      "Thunderbird",
      { method: "REQUEST" },
      { summary: "Across the sea", link: "https://meet.jit.si/AcrossTheSea" },
      ["2026-12-01T13:30 60"],
    ],
    [
      "Zimbra",
      { method: "CANCEL" },
      {
        isCancelled: true,
        comment: "The hall is closed.",
        organizer: { email: "olga@elsewhere.example", sentBy: "assistant@elsewhere.example" },
      },
      [],
    ],
    [
      "Fastmail",
      { method: "REQUEST" },
      {
        start: { kind: "day", day: "2026-12-24" },
        end: { kind: "day", day: "2026-12-27" },
        isFree: true,
      },
      ["2026-12-23T23:00 4320"],
    ],
    [
      "Nextcloud",
      { method: "REQUEST" },
      { link: "https://cloud.elsewhere.example/call/a1b2c3d4" },
      ["2026-12-01T09:00 60", "2027-01-07T13:00 60"],
    ],
    [
      "Zoom",
      { method: "REQUEST" },
      {
        link: "https://us02web.zoom.us/j/81234567890?pwd=abcDEF123",
        summary: "Olga Other's Zoom Meeting",
      },
      ["2026-12-01T13:00 30"],
    ],
    [
      "Teams",
      // Only the message's header says so.
      { method: "REQUEST" },
      {
        summary: "Stand-up",
        link: "https://teams.microsoft.com/l/meetup-join/19%3ameeting_abc%40thread.v2/0?context=%7b%7d",
      },
      ["2026-12-01T13:00 15"],
    ],
    [
      "Proton Calendar",
      { method: "REQUEST", events: [{}, { start: { kind: "local", zone: null } }] },
      { summary: "Two things at once" },
      [
        "2026-12-01T13:00 60",
        "2026-12-01T13:00 60",
        "2026-12-08T13:00 60",
        "2026-12-15T13:00 60",
        "2026-12-22T13:00 60",
        "2026-12-25T13:00 60",
      ],
    ],
  ])("%s", (producer, object, event, expected) => {
    const calendar = read(producer);
    expect(calendar).toMatchObject(object);
    expect(calendar.events[0]).toMatchObject({
      organizer: { email: "olga@elsewhere.example" },
      stamp: new Date("2026-11-26T09:00:00Z"),
      ...event,
    });
    expect(calendar.events[0]!.attendees.map(({ email }) => email.toLowerCase())).toContain(
      "dave@demo.test",
    );
    expect(times(calendar)).toEqual(expected);
  });
});

const NOW = new Date("2026-11-27T08:00:00Z");
const NOTE = 'I come; later, perhaps\nwith "Jo" \\ and 지민\u0007';

/** An answer to each producer's request: to its first event, or to all that have its UID. */
const REPLIES = PRODUCED.flatMap(({ producer }, index) => {
  const { method, events } = read(producer);
  if (method !== "REQUEST") return [];
  const [first] = events;
  const answered = events.filter(({ uid }) => uid === first!.uid);
  const status = (["ACCEPTED", "TENTATIVE", "DECLINED"] as const)[index % 3]!;
  return [{ producer, events: answered, status }];
});

const reply = (
  events: readonly CalendarEvent[],
  status: ReplyStatus,
  comment = NOTE,
  name: string | null = 'Dave "D." Ó Briain; Sr',
): string =>
  writeReply({ events, attendee: { name, email: "dave@demo.test" }, status, comment, now: NOW });

/** How often RFC 5546 §3.2.3 lets a property be in an event of a reply. */
const PROPERTIES: Readonly<Record<string, readonly [least: number, most: number]>> = {
  ATTENDEE: [1, 1],
  DTSTAMP: [1, 1],
  ORGANIZER: [1, 1],
  "RECURRENCE-ID": [0, 1],
  UID: [1, 1],
  SEQUENCE: [0, 1],
  ATTACH: [0, Infinity],
  CATEGORIES: [0, Infinity],
  CLASS: [0, 1],
  COMMENT: [0, Infinity],
  CONTACT: [0, Infinity],
  CREATED: [0, 1],
  DESCRIPTION: [0, 1],
  DTEND: [0, 1],
  DTSTART: [0, 1],
  DURATION: [0, 1],
  EXDATE: [0, Infinity],
  GEO: [0, 1],
  "LAST-MODIFIED": [0, 1],
  LOCATION: [0, 1],
  PRIORITY: [0, 1],
  RDATE: [0, Infinity],
  RELATED: [0, Infinity],
  RESOURCES: [0, Infinity],
  "REQUEST-STATUS": [0, Infinity],
  RRULE: [0, Infinity],
  STATUS: [0, 1],
  SUMMARY: [0, 1],
  TRANSP: [0, 1],
  URL: [0, 1],
};

describe("answers meet every row of RFC 5546 §3.2.3", () => {
  test.each(REPLIES)("to $producer, as ical.js reads them", ({ events, status }) => {
    const text = reply(events, status);
    expect(text.split("\r\n").every((line) => new TextEncoder().encode(line).length <= 75)).toBe(
      true,
    );
    // Nothing but CRLF ends a line, and no other control is in one.
    expect(text.replaceAll("\r\n", "")).not.toMatch(/\p{Cc}/u);
    const calendar = new ICAL.Component(ICAL.parse(text));
    expect(calendar.getFirstPropertyValue("method")).toBe("REPLY");
    expect(calendar.getFirstPropertyValue("version")).toBe("2.0");
    expect(calendar.getAllProperties("prodid")).toHaveLength(1);
    const kinds = calendar.getAllSubcomponents().map(({ name }) => name);
    expect(kinds.filter((kind) => kind !== "vevent" && kind !== "vtimezone")).toEqual([]);
    expect(kinds.filter((kind) => kind === "vtimezone").length).toBeLessThanOrEqual(1);
    const zones = new Set(
      calendar.getAllSubcomponents("vtimezone").map((zone) => zone.getFirstPropertyValue("tzid")),
    );
    const found = calendar.getAllSubcomponents("vevent");
    expect(found).toHaveLength(events.length);
    for (const [index, component] of found.entries()) {
      const asked = events[index]!;
      const all = component.getAllProperties();
      for (const { name } of all) expect(Object.keys(PROPERTIES)).toContain(name.toUpperCase());
      for (const [name, [least, most]] of Object.entries(PROPERTIES)) {
        const count = component.getAllProperties(name.toLowerCase()).length;
        expect([name, count >= least && count <= most]).toEqual([name, true]);
      }
      expect(component.getAllSubcomponents()).toEqual([]);
      expect(component.getFirstPropertyValue("uid")).toBe(asked.uid);
      expect(component.getFirstPropertyValue("sequence")).toBe(asked.sequence);
      expect(String(component.getFirstPropertyValue("dtstamp"))).toBe("2026-11-27T08:00:00Z");
      expect(component.getFirstPropertyValue("organizer")).toBe("mailto:olga@elsewhere.example");
      const attendee = component.getFirstProperty("attendee")!;
      expect(attendee.getFirstValue()).toBe("mailto:dave@demo.test");
      expect(attendee.getFirstParameter("partstat")).toBe(status);
      expect(attendee.getFirstParameter("cn")).toBe('Dave "D." Ó Briain; Sr');
      expect(component.getFirstPropertyValue("comment")).toBe(
        'I come; later, perhaps\nwith "Jo" \\ and 지민',
      );
      expect(component.getFirstPropertyValue("summary")).toBe(asked.summary);
      // A time names a zone only where that is described.
      for (const property of all) {
        const zone = property.getFirstParameter("tzid");
        if (zone !== undefined) expect([...zones]).toContain(zone);
      }
      expect(component.hasProperty("recurrence-id")).toBe(asked.recurrenceId !== null);
      expect(component.hasProperty("dtend") && component.hasProperty("duration")).toBe(false);
    }
  });

  test.skipIf(missing !== "")(`as python3-icalendar reads them${missing}`, () => {
    const read = readInPython(REPLIES.map(({ events, status }) => reply(events, status)));
    for (const [index, calendar] of read.entries()) {
      const { events, status, producer } = REPLIES[index]!;
      expect(calendar).toMatchObject({
        name: "VCALENDAR",
        errors: [],
        properties: { METHOD: [{ value: "REPLY" }], VERSION: [{ value: "2.0" }] },
      });
      const found = calendar.components.filter(({ name }) => name === "VEVENT");
      expect([producer, found.length]).toEqual([producer, events.length]);
      for (const [at, event] of found.entries()) checkInPython(event, events[at]!, status);
    }
  });

  function checkInPython(event: PythonComponent, asked: CalendarEvent, status: ReplyStatus): void {
    expect(event.errors).toEqual([]);
    for (const [name, [least, most]] of Object.entries(PROPERTIES)) {
      const count = event.properties[name]?.length ?? 0;
      expect([name, count >= least && count <= most]).toEqual([name, true]);
    }
    expect(event.properties).toMatchObject({
      UID: [{ value: asked.uid }],
      DTSTAMP: [{ value: "2026-11-27 08:00:00+00:00" }],
      ORGANIZER: [{ value: "mailto:olga@elsewhere.example" }],
      ATTENDEE: [{ value: "mailto:dave@demo.test", parameters: { PARTSTAT: status } }],
      SEQUENCE: [{ value: String(asked.sequence) }],
      COMMENT: [{ value: 'I come; later, perhaps\nwith "Jo" \\ and 지민' }],
    });
    if (asked.recurrenceId?.kind === "instant") {
      const { value } = event.properties["RECURRENCE-ID"]![0]!;
      expect(new Date(value.replace(" ", "T")).getTime()).toBe(asked.recurrenceId.at.getTime());
    }
  }
});

test("the occurrence that is answered is named letter by letter, with its zone", () => {
  const [event] = read("Apple Calendar").events;
  const text = reply([event!], "DECLINED", "");
  expect(text).toContain("RECURRENCE-ID;TZID=Europe/Berlin:20261203T100000\r\n");
  expect(text).toContain("BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin\r\n");
  expect(text).not.toContain("COMMENT");
});

test("of times in two zones, or in one that nobody described, all are in UTC", () => {
  const described = [
    "BEGIN:VTIMEZONE",
    "TZID:Asia/Seoul",
    "BEGIN:STANDARD",
    "DTSTART:19700101T000000",
    "TZOFFSETFROM:+0900",
    "TZOFFSETTO:+0900",
    "END:STANDARD",
    "END:VTIMEZONE",
  ];
  const event = (zones: readonly string[], end: string) =>
    readCalendar(
      [
        "BEGIN:VCALENDAR",
        ...zones,
        "BEGIN:VEVENT",
        "UID:a",
        "ORGANIZER:mailto:olga@elsewhere.example",
        "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Asia/Seoul:20261201T180000",
        "DTSTART;TZID=Asia/Seoul:20261201T180000",
        end,
        "END:VEVENT",
        "END:VCALENDAR",
      ].join("\r\n"),
    )!.events;
  const two = reply(event(described, "DTEND;TZID=Europe/Berlin:20261201T110000"), "ACCEPTED");
  expect(two).not.toContain("TZID");
  expect(two).toContain("RECURRENCE-ID;RANGE=THISANDFUTURE:20261201T090000Z");
  expect(two).toContain("DTEND:20261201T100000Z");
  expect(reply(event([], "DTEND;TZID=Asia/Seoul:20261201T190000"), "ACCEPTED")).not.toContain(
    "TZID",
  );
  expect(reply(event(described, "DTEND;TZID=Asia/Seoul:20261201T190000"), "ACCEPTED")).toContain(
    "DTEND;TZID=Asia/Seoul:20261201T190000",
  );
});
