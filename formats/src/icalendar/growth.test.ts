import { expect, test } from "vitest";
import { growth, many } from "../testing/growth.ts";
import { sampled } from "../testing/whole.ts";
import { eventIds, occurrencesOf, readCalendar, writeReply } from "./index.ts";

const own = { name: "Europe/Berlin", changes: [] };
const now = new Date("2026-11-26T00:00:00Z");
const range = { from: now.getTime(), to: now.getTime() + 60 * 86_400_000, own };

/** All that is done with a calendar object that came in a message. */
function readWhole(text: string): unknown {
  const ids = eventIds(text);
  const calendar = readCalendar(text);
  const events = calendar?.events ?? [];
  const times = occurrencesOf(events, range);
  const answered = events.filter(({ organizer }) => organizer !== null).slice(0, 1);
  const attendee = { name: "Dave", email: "dave@demo.test" };
  const reply =
    answered.length === 0
      ? ""
      : writeReply({ events: answered, attendee, status: "ACCEPTED", comment: text, now });
  return [ids, calendar, times, reply];
}

const inEvent =
  (part: string) =>
  (size: number): string =>
    `BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nDTSTART:20261126T000000Z\nORGANIZER:mailto:a@b.example\n${part.repeat(size / part.length)}\nEND:VEVENT\nEND:VCALENDAR\n`;

const zone = (changes: string): string =>
  `BEGIN:VTIMEZONE\nTZID:Z\n${changes}END:VTIMEZONE\nBEGIN:VEVENT\nDTSTART;TZID=Z:20261126T000000\nDTEND;TZID=Z:20261126T010000\nRRULE:FREQ=DAILY\nEND:VEVENT\n`;
const change =
  "BEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\nRRULE:FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU\nEND:STANDARD\n";

const CASES: readonly (readonly [string, (size: number) => string])[] = [
  ["events", many("BEGIN:VEVENT\nUID:a\nDTSTART:20261126T000000Z\nRRULE:FREQ=DAILY\nEND:VEVENT\n")],
  ["begun components", many("BEGIN:VEVENT\n")],
  ["ended components", many("END:VEVENT\n")],
  ["components in one another", many("BEGIN:A\nBEGIN:B\nEND:A\n")],
  ["folded lines", inEvent("SUMMARY:\n ")],
  ["empty lines", many("\r\n")],
  ["a long text", inEvent("SUMMARY:aaaaaaaaaaaaaaaaaaaaaaaaaaaaa\\n\\,\n ")],
  ["parameters", inEvent("ATTENDEE;A=")],
  ["quotation marks", inEvent('";A="')],
  ["commas in parameters", inEvent('ATTENDEE;A="",')],
  ["circumflexes", inEvent("ATTENDEE;CN=^^^'^n")],
  ["attendees", inEvent("ATTENDEE;CN=A:mailto:a@b.example\n")],
  ["addresses", inEvent("LOCATION:https://a.example/j/")],
  ["addresses with marks at their ends", inEvent(".)*_~:https://a.example")],
  ["excepted dates", inEvent("EXDATE:20261126T000000Z,20261127T000000Z\n")],
  ["added dates", inEvent("RDATE:20261126T000000Z,20261127T000000Z\n")],
  ["a long rule", inEvent("RRULE:FREQ=YEARLY;BYDAY=1MO,")],
  [
    "items of a rule",
    (size: number) => inEvent(`RRULE:FREQ=DAILY;BYSETPOS=${"1,".repeat(size / 2)}1\n`)(1),
  ],
  ["zones", many(zone(change))],
  ["changes of a zone", (size: number) => zone(change.repeat(size / change.length))],
  [
    "dates of a zone",
    (size: number) =>
      zone(change.replace("END:", `RDATE:${"19700101T000000,".repeat(size / 16)}\nEND:`)),
  ],
  ["digits", many("1")],
  ["colons", many(":")],
  ["percent signs", inEvent("ORGANIZER:mailto:%41%")],
];

test.each(sampled(CASES, 10))("what is read takes no more than its share: %s", (_, write) => {
  expect(growth(readWhole, write)).toBeLessThan(3);
});
