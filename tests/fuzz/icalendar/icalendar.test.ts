import {
  eventIds,
  occurrenceKey,
  occurrencesOf,
  readCalendar,
  writeReply,
  type CalendarEvent,
} from "@atrium/formats/icalendar";
import { expect, test } from "vitest";
import { ICALENDAR_LIMITS as LIMITS } from "../../../formats/src/icalendar/limits.ts";
import { IS_WHOLE } from "../../../formats/src/testing/whole.ts";
import { fuzzedObject } from "./object.ts";

const SEED = 1;
const COUNT = IS_WHOLE ? 3000 : 800;
const NOW = new Date("2026-11-26T09:00:00Z");
const own = { name: "Asia/Seoul", changes: [] };

/** What is wrong with what is made of an object; each as a sentence. */
function problemsOf(text: string): { problems: string[]; events: number; answered: number } {
  const problems: string[] = [];
  const ids = eventIds(text);
  if (ids.length > LIMITS.maxEvents) problems.push("too many identifiers");
  const events = readCalendar(text)?.events ?? [];
  if (events.length > LIMITS.maxEvents) problems.push("too many events");
  for (const event of events) {
    if (event.attendees.length > LIMITS.maxAttendees) problems.push("too many attendees");
    if (event.excepted.length > LIMITS.maxEventDates) problems.push("too many dates");
    if (event.link !== null && !/^https?:\/\/[^@/]+(?:\/|$)/.test(event.link))
      problems.push(`a link to ${event.link}`);
    occurrenceKey(event);
  }
  const times = occurrencesOf(events, {
    from: NOW.getTime(),
    to: NOW.getTime() + 400 * 86_400_000,
    own,
  });
  if (times.some(({ from, to }) => !Number.isFinite(from) || !(to >= from)))
    problems.push("an occurrence at no time");
  const answered = events.filter(
    ({ uid, organizer }) => uid !== "" && organizer !== null && organizer.email !== "",
  );
  for (const event of answered) problems.push(...problemsOfReply(event));
  return { problems, events: events.length, answered: answered.length };
}

/** Whatever stood in the request, the answer is one of one person to one event. */
function problemsOfReply(event: CalendarEvent): string[] {
  const text = writeReply({
    events: [event],
    attendee: { name: event.summary, email: "dave@demo.test" },
    status: "TENTATIVE",
    comment: event.description ?? "",
    now: NOW,
  });
  const lines = text.split("\r\n");
  const octets = (line: string): number => new TextEncoder().encode(line).length;
  const read = readCalendar(text);
  const found = read?.events[0];
  const is: Readonly<Record<string, boolean>> = {
    "lines are short": lines.every((line) => octets(line) <= 75),
    "lines end by CRLF alone": !/\p{Cc}/u.test(text.replaceAll("\r\n", "").replaceAll("\t", "")),
    "it is a reply": read?.method === "REPLY",
    "there is one event": read?.events.length === 1,
    "there is one method": lines.filter((line) => /^METHOD/i.test(line)).length === 1,
    "the event is the same":
      found?.uid.replaceAll(/\p{Cc}/gu, "") === event.uid.replaceAll(/\p{Cc}/gu, ""),
    "the occurrence is the same": (found?.recurrenceId === null) === (event.recurrenceId === null),
    "one person answers": found?.attendees.length === 1,
    "they answer so":
      found?.attendees[0]?.email === "dave@demo.test" && found.attendees[0].status === "TENTATIVE",
    "the organiser is the same": found?.organizer?.email === event.organizer?.email,
    "the sequence is the same": found?.sequence === event.sequence,
  };
  return Object.entries(is).flatMap(([sentence, holds]) => (holds ? [] : [`not so: ${sentence}`]));
}

test("a seed says everything about its objects", () => {
  for (let index = 0; index < 100; index += 1)
    expect(fuzzedObject(SEED, index)).toBe(fuzzedObject(SEED, index));
  expect(fuzzedObject(SEED, 1)).not.toBe(fuzzedObject(SEED + 1, 1));
});

test(
  "no object makes its reader throw, lead astray, or answer for others",
  { timeout: 600_000 },
  () => {
    const faults: string[] = [];
    let events = 0;
    let answered = 0;
    for (let index = 0; index < COUNT; index += 1) {
      try {
        const found = problemsOf(fuzzedObject(SEED, index));
        events += found.events;
        answered += found.answered;
        for (const problem of found.problems)
          faults.push(`${problem} — seed ${SEED}, object ${index}`);
      } catch (error) {
        faults.push(`it threw ${String(error)} — seed ${SEED}, object ${index}`);
      }
    }
    expect(faults.slice(0, 10)).toEqual([]);
    // Most are whole enough to be answered.
    expect(Math.min(events, answered)).toBeGreaterThan(COUNT / 2);
  },
);
