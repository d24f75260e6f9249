import {
  changesBetween,
  compareVersions,
  occurrenceKey,
  type CalendarEvent,
  type CalendarPerson,
  type Change,
  type ReplyStatus,
} from "@atrium/formats/icalendar";
import type { CalendarEmail, CalendarMessage } from "./read-calendars.ts";

/** What is known of one event from all the mail about it. */
export interface InvitationState {
  /** The message with a newer version. */
  readonly newer: string | undefined;
  readonly isCancelled: boolean;
  /** What differs from the version before. */
  readonly changes: readonly Change[];
  readonly previous: CalendarEvent | undefined;
  readonly answer: Answer | undefined;
  /** With what they answered since. */
  readonly attendees: readonly CalendarPerson[];
}

export interface Answer {
  readonly status: ReplyStatus;
  readonly comment: string | null;
  /** It was given to an earlier version. */
  readonly isOld: boolean;
}

const ANSWERS: ReadonlySet<string> = new Set(["ACCEPTED", "TENTATIVE", "DECLINED"]);
const isAnswer = (status: string | null): status is ReplyStatus =>
  status !== null && ANSWERS.has(status);

/** Methods by which an organiser says what an event is. */
const FROM_ORGANISER: ReadonlySet<string | null> = new Set([
  null,
  "REQUEST",
  "PUBLISH",
  "ADD",
  "CANCEL",
]);

const addressOf = (email: Pick<CalendarEmail, "from">): string =>
  email.from?.[0]?.email.toLowerCase() ?? "";

/** Whether nothing speaks against that the message is from the address that it names. */
export function isCredible({ authentication }: Pick<CalendarEmail, "authentication">): boolean {
  if (authentication === null) return true;
  return authentication.dmarc.result !== "fail" && authentication.unprovenOwnDomain === undefined;
}

/** Whether the message is from the event's organiser, or from who writes for them. */
export function isFromOrganiser(email: CalendarEmail, { organizer }: CalendarEvent): boolean {
  if (organizer === null || !isCredible(email)) return false;
  const from = addressOf(email);
  return from === organizer.email.toLowerCase() || from === organizer.sentBy?.toLowerCase();
}

interface Version {
  readonly email: CalendarEmail;
  readonly event: CalendarEvent;
}

/**
 * @param shown the version that is read
 * @param related all that is known about the event, in any order
 * @param own the addresses of who reads it, in small letters
 */
export function stateOf(
  shown: Version,
  related: readonly CalendarMessage[],
  own: ReadonlySet<string>,
): InvitationState {
  const key = occurrenceKey(shown.event);
  const versions = versionsOf(shown, related, key);
  const newer = versions.filter(({ event }) => compareVersions(event, shown.event) > 0);
  const older = versions.filter(({ event }) => compareVersions(event, shown.event) < 0);
  const newest = latest(newer);
  const previous = latest(older.filter(({ event }) => occurrenceKey(event) === key))?.event;
  return {
    newer: newest?.email.id,
    isCancelled: shown.event.isCancelled || (newest?.event.isCancelled ?? false),
    changes: previous === undefined ? [] : changesBetween(previous, shown.event),
    previous,
    answer: answerOf(shown.event, related, own, key),
    attendees: shown.event.attendees.map((person) => answered(person, shown.event, related, key)),
  };
}

const latest = (versions: readonly Version[]): Version | undefined =>
  versions.reduce<Version | undefined>(
    (best, one) => (best === undefined || compareVersions(one.event, best.event) > 0 ? one : best),
    undefined,
  );

/**
 * What the organiser said of the occurrence, or of all. Who is not the organiser changes nothing, unless all of it came
 * from them.
 */
function versionsOf(
  shown: Version,
  related: readonly CalendarMessage[],
  key: string,
): readonly Version[] {
  const sender = addressOf(shown.email);
  return related.flatMap(({ email, calendar: { method, events } }) => {
    if (!FROM_ORGANISER.has(method) || email.keywords["$draft"] === true) return [];
    const isSame = sender !== "" && addressOf(email) === sender && isCredible(email);
    return events
      .filter(
        (event) =>
          event.uid === shown.event.uid &&
          // The end of all is the end of each; another version of all is not one of each.
          (occurrenceKey(event) === key || (occurrenceKey(event) === "" && event.isCancelled)) &&
          (isSame || isFromOrganiser(email, shown.event)),
      )
      .map((event) => ({ email, event }));
  });
}

/** What one answered oneself: by a reply that was sent from here or by another program, or as the organiser has it. */
function answerOf(
  shown: CalendarEvent,
  related: readonly CalendarMessage[],
  own: ReadonlySet<string>,
  key: string,
): Answer | undefined {
  const replies = related
    .filter(({ email }) => isSentByOneself(email, own))
    .flatMap((message) => repliesIn(message, shown.uid, key))
    .filter(({ attendee }) => own.has(attendee.email.toLowerCase()));
  const last = replies.reduce<(typeof replies)[number] | undefined>(
    (best, one) => (best === undefined || isLater(one, best) ? one : best),
    undefined,
  );
  if (last && isAnswer(last.attendee.status)) {
    const { status } = last.attendee;
    return {
      status,
      comment: last.event.comment,
      isOld: last.event.sequence < shown.sequence,
    };
  }
  const listed = shown.attendees.find(({ email }) => own.has(email.toLowerCase()))?.status ?? null;
  return isAnswer(listed) ? { status: listed, comment: null, isOld: false } : undefined;
}

/** What came from another server only claims to be one's own. */
const isSentByOneself = (email: CalendarEmail, own: ReadonlySet<string>): boolean =>
  email.authentication === null && email.keywords["$draft"] !== true && own.has(addressOf(email));

interface FoundReply {
  readonly event: CalendarEvent;
  readonly attendee: CalendarPerson;
}

/** Answers to the occurrence; one to all counts for each that has none. */
function repliesIn(
  { calendar: { method, events } }: CalendarMessage,
  uid: string,
  key: string,
): readonly FoundReply[] {
  if (method !== "REPLY") return [];
  return events
    .filter((event) => event.uid === uid && ["", key].includes(occurrenceKey(event)))
    .flatMap((event) => {
      const [attendee] = event.attendees;
      return attendee ? [{ event, attendee }] : [];
    });
}

function isLater({ event: a }: FoundReply, { event: b }: FoundReply): boolean {
  const [own, other] = [occurrenceKey(a), occurrenceKey(b)];
  if (own !== other) return own !== "";
  return compareVersions(a, b) > 0;
}

/** As the newest reply of that person has it, from their own address. */
function answered(
  person: CalendarPerson,
  shown: CalendarEvent,
  related: readonly CalendarMessage[],
  key: string,
): CalendarPerson {
  const address = person.email.toLowerCase();
  const replies = related
    .filter(({ email }) => addressOf(email) === address && isCredible(email))
    .filter(({ email }) => email.keywords["$draft"] !== true)
    .flatMap((message) => repliesIn(message, shown.uid, key))
    .filter(
      ({ attendee, event }) =>
        attendee.email.toLowerCase() === address && event.sequence >= shown.sequence,
    );
  const last = replies.reduce<FoundReply | undefined>(
    (best, one) => (best === undefined || isLater(one, best) ? one : best),
    undefined,
  );
  return last && isAnswer(last.attendee.status)
    ? { ...person, status: last.attendee.status }
    : person;
}
