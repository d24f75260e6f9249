import { readCalendar, type CalendarObject } from "@atrium/formats/icalendar";
import { expect, test } from "vitest";
import { answererOf } from "./answerer.ts";
import { conflictsOf } from "./conflicts.ts";
import { stateOf } from "./invitation-state.ts";
import type { CalendarMessage } from "./read-calendars.ts";

const OWN = new Set(["dave@demo.test"]);
const OLGA = "olga@elsewhere.example";

interface Written {
  readonly from?: string;
  readonly method?: string;
  readonly uid?: string;
  readonly sequence?: number;
  readonly stamp?: string;
  readonly lines?: readonly string[];
  readonly attendee?: string;
  readonly start?: string;
  /** It came from another server, and what that server's domain says of it. */
  readonly dmarc?: "pass" | "fail";
  readonly isDraft?: boolean;
}

let count = 0;
function message(written: Written = {}): CalendarMessage {
  const { from = OLGA, method = "REQUEST", uid = "a", sequence = 0, lines = [] } = written;
  const { stamp = "20261101T000000Z", start = "20261201T100000Z" } = written;
  const calendar: CalendarObject = readCalendar(
    [
      "BEGIN:VCALENDAR",
      `METHOD:${method}`,
      "BEGIN:VEVENT",
      `UID:${uid}`,
      `SEQUENCE:${sequence}`,
      `DTSTAMP:${stamp}`,
      `DTSTART:${start}`,
      "DURATION:PT1H",
      `SUMMARY:${uid}`,
      `ORGANIZER:mailto:${OLGA}`,
      written.attendee ?? "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:dave@demo.test",
      ...lines,
      "END:VEVENT",
      "END:VCALENDAR",
    ].join("\r\n"),
  )!;
  const { dmarc, isDraft } = written;
  return {
    calendar,
    part: {} as CalendarMessage["part"],
    email: {
      id: `m${(count += 1)}`,
      from: [{ name: null, email: from }],
      receivedAt: "2026-11-01T00:00:00Z",
      mailboxIds: {},
      keywords: isDraft ? { $draft: true } : {},
      attachments: [],
      authentication: (dmarc === undefined
        ? null
        : { dmarc: { result: dmarc } }) as CalendarMessage["email"]["authentication"],
    },
  };
}

const answer = (status: string, more: Written = {}): CalendarMessage =>
  message({
    from: "dave@demo.test",
    method: "REPLY",
    attendee: `ATTENDEE;PARTSTAT=${status}:mailto:Dave@demo.test`,
    ...more,
  });
const state = (shown: CalendarMessage, ...others: readonly CalendarMessage[]) =>
  stateOf({ email: shown.email, event: shown.calendar.events[0]! }, [shown, ...others], OWN);

test("the newer version is the one of the higher sequence, then of the later stamp", () => {
  const first = message();
  const moved = message({ sequence: 1, start: "20261202T100000Z" });
  const again = message({ sequence: 1, stamp: "20261102T000000Z", lines: ["LOCATION:Pier"] });
  expect(state(first, again, moved).newer).toBe(again.email.id);
  expect(state(again, first, moved)).toMatchObject({
    newer: undefined,
    changes: ["time", "place"],
  });
  expect(state(moved, first).changes).toEqual(["time"]);
});

test("only the organiser changes and cancels, or who sent all of it", () => {
  const first = message({ dmarc: "pass" });
  const cancel = (more: Written): CalendarMessage =>
    message({ method: "CANCEL", sequence: 5, ...more });
  expect(state(first, cancel({ from: "mallory@evil.example" }))).toMatchObject({
    newer: undefined,
    isCancelled: false,
  });
  expect(state(first, cancel({ dmarc: "fail" })).isCancelled).toBe(false);
  expect(state(first, cancel({ isDraft: true })).isCancelled).toBe(false);
  expect(state(first, cancel({ dmarc: "pass" }))).toMatchObject({ isCancelled: true });
  const zoom = message({ from: "no-reply@zoom.us" });
  expect(state(zoom, cancel({ from: "no-reply@zoom.us" })).isCancelled).toBe(true);
});

test("a date is cancelled with the whole, but the whole not with a date", () => {
  const date = message({ lines: ["RECURRENCE-ID:20261201T100000Z"] });
  const whole = message();
  const cancelled = { method: "CANCEL", sequence: 1 };
  expect(state(date, message(cancelled)).isCancelled).toBe(true);
  const dateCancelled = message({ ...cancelled, lines: ["RECURRENCE-ID:20261201T100000Z"] });
  expect(state(whole, dateCancelled).isCancelled).toBe(false);
  expect(state(date, dateCancelled).isCancelled).toBe(true);
  // Another version of all is not one of that date.
  expect(state(date, message({ sequence: 9 })).newer).toBeUndefined();
});

test("an answer is what was sent last, by whichever program; what others claim is none", () => {
  const first = message();
  expect(state(first).answer).toBeUndefined();
  const yes = answer("ACCEPTED", { lines: ["COMMENT:I bring beans"] });
  const no = answer("DECLINED", { stamp: "20261102T000000Z" });
  expect(state(first, yes).answer).toEqual({
    status: "ACCEPTED",
    comment: "I bring beans",
    isOld: false,
  });
  expect(state(first, no, yes).answer?.status).toBe("DECLINED");
  expect(state(first, answer("ACCEPTED", { dmarc: "pass" })).answer).toBeUndefined();
  expect(state(first, answer("ACCEPTED", { from: OLGA })).answer).toBeUndefined();
  expect(state(first, answer("ACCEPTED", { isDraft: true })).answer).toBeUndefined();
  expect(state(message({ sequence: 1 }), yes).answer).toMatchObject({ isOld: true });
  // As the organiser has it, from another calendar.
  const known = message({ attendee: "ATTENDEE;PARTSTAT=TENTATIVE:mailto:dave@demo.test" });
  expect(state(known).answer?.status).toBe("TENTATIVE");
  // One to all counts for a date that has none.
  const date = message({ lines: ["RECURRENCE-ID:20261201T100000Z"] });
  expect(state(date, yes).answer?.status).toBe("ACCEPTED");
  const dateAnswer = answer("DECLINED", { lines: ["RECURRENCE-ID:20261201T100000Z"] });
  expect(state(date, dateAnswer, no).answer?.status).toBe("DECLINED");
  expect(state(first, dateAnswer).answer).toBeUndefined();
});

test("what attendees answered since is said of them, from their own addresses alone", () => {
  const shown = message({
    attendee:
      "ATTENDEE:mailto:dave@demo.test\r\nATTENDEE;PARTSTAT=ACCEPTED:mailto:ann@shop.example",
  });
  const by = (from: string, more: Written = {}): CalendarMessage =>
    message({
      from,
      method: "REPLY",
      attendee: "ATTENDEE;PARTSTAT=DECLINED:mailto:ann@shop.example",
      ...more,
    });
  const statusOf = (...others: readonly CalendarMessage[]) =>
    state(shown, ...others).attendees[1]?.status;
  expect(statusOf(by("ann@shop.example", { dmarc: "pass" }))).toBe("DECLINED");
  expect(statusOf(by("mallory@evil.example"))).toBe("ACCEPTED");
  expect(statusOf(by("ann@shop.example", { dmarc: "fail" }))).toBe("ACCEPTED");
});

const NOW = Date.parse("2026-11-20T00:00:00Z");
const titles = (shown: CalendarMessage, ...others: readonly CalendarMessage[]): string[] =>
  conflictsOf(shown.calendar.events, [shown, ...others], OWN, NOW).map(
    ({ occurrence, status }) => `${occurrence.event.summary} ${status}`,
  );

test("what one accepted or may still is in the way; what was declined, moved, cancelled or is free is not", () => {
  const shown = message();
  const at = (uid: string, start: string, more: Written = {}): CalendarMessage =>
    message({ uid, start, ...more });
  const half = "20261201T103000Z";
  expect(titles(shown, at("b", half))).toEqual(["b null"]);
  expect(titles(shown, at("b", half), answer("ACCEPTED", { uid: "b" }))).toEqual(["b ACCEPTED"]);
  expect(titles(shown, at("b", half), answer("DECLINED", { uid: "b" }))).toEqual([]);
  expect(titles(shown, at("b", half), at("b", "20261202T100000Z", { sequence: 1 }))).toEqual([]);
  expect(titles(shown, at("b", half), at("b", half, { method: "CANCEL", sequence: 1 }))).toEqual(
    [],
  );
  expect(titles(shown, at("b", half, { lines: ["TRANSP:TRANSPARENT"] }))).toEqual([]);
  // One ends as the other begins.
  expect(titles(shown, at("b", "20261201T110000Z"))).toEqual([]);
  // A week later it is there again.
  expect(titles(shown, at("b", "20261124T103000Z", { lines: ["RRULE:FREQ=WEEKLY"] }))).toEqual([
    "b null",
  ]);
  expect(titles(message({ start: "20300101T000000Z" }), at("b", "20300101T003000Z"))).toEqual([
    "b null",
  ]);
});

test("one answers as who was invited, also by another form of the address", () => {
  const identities = ["alice@demo.test", "dave@demo.test"].map((email) => ({
    id: email,
    name: "",
    email,
    replyTo: null,
    bcc: null,
    textSignature: "",
    htmlSignature: "",
    mayDelete: true,
  }));
  const to = (...list: string[]) => ({
    to: list.map((email) => ({ name: null, email })),
    cc: null,
  });
  const event = (attendee: string) =>
    message({ attendee: `ATTENDEE:mailto:${attendee}` }).calendar.events[0]!;
  expect(answererOf(event("DAVE+plans@demo.test"), identities, to())).toMatchObject({
    identity: { email: "dave@demo.test" },
    email: "DAVE+plans@demo.test",
    isInvited: true,
  });
  expect(
    answererOf(event("list@elsewhere.example"), identities, to("dave@demo.test")),
  ).toMatchObject({ email: "dave@demo.test", isInvited: false });
  expect(answererOf(event("list@elsewhere.example"), [], to())).toBeUndefined();
});
