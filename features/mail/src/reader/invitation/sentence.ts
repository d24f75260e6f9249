import type { CalendarEvent } from "@atrium/formats/icalendar";
import { isCredible } from "./invitation-state.ts";
import type { CalendarMessage } from "./read-calendars.ts";
import { v } from "./strings/index.ts";

const REPLIES = new Map([
  ["ACCEPTED", ["whoAccepted", "youAccepted"]],
  ["DECLINED", ["whoDeclined", "youDeclined"]],
  ["TENTATIVE", ["whoTentative", "youTentative"]],
] as const) as ReadonlyMap<
  string | null,
  readonly [
    "whoAccepted" | "whoDeclined" | "whoTentative",
    "youAccepted" | "youDeclined" | "youTentative",
  ]
>;

interface Sentence {
  readonly text: string;
  readonly warning?: string;
}

/** What those who take part say to one another, in words. */
export function sentenceOf(
  { email, calendar: { method } }: CalendarMessage,
  event: CalendarEvent,
  own: ReadonlySet<string>,
): Sentence {
  const from = email.from?.[0];
  const [attendee] = event.attendees;
  const speaker = method === "DECLINECOUNTER" ? (event.organizer ?? attendee) : attendee;
  const who = speaker?.name ?? speaker?.email ?? from?.name ?? from?.email ?? "";
  if (method === "COUNTER") return { text: v("counter", { who }), warning: v("counterWhy") };
  if (method === "DECLINECOUNTER") return { text: v("declineCounter", { who }) };
  if (method === "REFRESH") return { text: v("refresh", { who }) };
  const address = attendee?.email.toLowerCase() ?? "";
  const words = REPLIES.get(attendee?.status ?? null);
  if (words && own.has(address) && own.has(from?.email.toLowerCase() ?? ""))
    return { text: v(words[1]) };
  const text = words
    ? v(words[0], { who })
    : v(attendee?.status === "DELEGATED" ? "whoDelegated" : "whoAnswered", { who });
  if (from && (from.email.toLowerCase() !== address || !isCredible(email)))
    return { text, warning: v("replySentBy", { from: from.email }) };
  const isOwn = own.has(event.organizer?.email.toLowerCase() ?? "");
  return isOwn || own.size === 0 ? { text } : { text, warning: v("replyNotYours") };
}
