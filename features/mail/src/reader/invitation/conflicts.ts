import {
  dayBudget,
  instantOf,
  occurrenceKey,
  occurrencesOf,
  type CalendarEvent,
  type Occurrence,
  type ReplyStatus,
} from "@atrium/formats/icalendar";
import { INVITATION_LIMITS as LIMITS } from "./limits.ts";
import { stateOf } from "./invitation-state.ts";
import type { CalendarMessage } from "./read-calendars.ts";
import { ownZone } from "./time-text.ts";

/** Something else at the same time. */
export interface Conflict {
  readonly occurrence: Occurrence;
  /** What was answered to it; null for nothing yet. */
  readonly status: ReplyStatus | null;
}

const DAY = 86_400_000;
const INVITES: ReadonlySet<string | null> = new Set(["REQUEST", "PUBLISH", "ADD"]);

/**
 * What one has accepted, or may still, at the time of an event, among the newest messages with events. Whole days and what
 * keeps nobody busy are no obstacle.
 * @param events the versions of one event, of all its occurrences
 * @param own addresses of who reads it, in small letters
 */
export function conflictsOf(
  events: readonly CalendarEvent[],
  messages: readonly CalendarMessage[],
  own: ReadonlySet<string>,
  now: number,
): Conflict[] {
  const zone = ownZone();
  const budget = dayBudget();
  const uid = events[0]?.uid;
  const horizon = { from: now, to: now + LIMITS.maxDaysCompared * DAY, own: zone };
  const first = events.flatMap(({ start }) => (start === null ? [] : instantOf(start, zone)))[0];
  // What is far ahead is compared then, too.
  const range =
    first !== undefined && first >= horizon.to ? { ...horizon, to: first + DAY } : horizon;
  const wanted = occurrencesOf(events.filter(keepsBusy), range, budget).slice(
    0,
    LIMITS.maxOccurrencesCompared,
  );
  if (wanted.length === 0) return [];
  const found: Conflict[] = [];
  for (const { list, status } of othersIn(messages, own, uid))
    for (const occurrence of occurrencesOf(list.filter(keepsBusy), range, budget))
      if (wanted.some((one) => occurrence.from < one.to && occurrence.to > one.from))
        found.push({ occurrence, status });
  return found.sort((a, b) => a.occurrence.from - b.occurrence.from);
}

const keepsBusy = ({ start, isFree }: CalendarEvent): boolean =>
  !isFree && start !== null && start.kind !== "day";

interface Other {
  /** The whole and its changed occurrences, each in its newest version. */
  readonly list: readonly CalendarEvent[];
  readonly status: ReplyStatus | null;
}

function othersIn(
  messages: readonly CalendarMessage[],
  own: ReadonlySet<string>,
  uid: string | undefined,
): Other[] {
  const byUid = new Map<string, Map<string, CalendarEvent>>();
  const states = new Map<string, ReplyStatus | null>();
  for (const message of messages) {
    const { email, calendar } = message;
    if (!INVITES.has(calendar.method) || email.keywords["$draft"] === true) continue;
    for (const event of calendar.events.slice(0, LIMITS.maxEventsShown)) {
      if (event.uid === "" || event.uid === uid) continue;
      const about = messages.filter((one) =>
        one.calendar.events.some((other) => other.uid === event.uid),
      );
      const state = stateOf({ email, event }, about, own);
      // The newer message says it better.
      if (state.newer !== undefined || state.isCancelled) continue;
      const key = occurrenceKey(event);
      const isOwn = own.has(event.organizer?.email.toLowerCase() ?? "");
      const status = isOwn ? "ACCEPTED" : (state.answer?.status ?? null);
      if (status === "DECLINED") continue;
      const events = byUid.get(event.uid) ?? new Map<string, CalendarEvent>();
      byUid.set(event.uid, events);
      events.set(key, event);
      if (key === "" || !states.has(event.uid)) states.set(event.uid, status);
    }
  }
  return [...byUid].map(([id, events]) => ({
    list: [...events.values()],
    status: states.get(id) ?? null,
  }));
}
