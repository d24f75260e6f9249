import type { EmailBodyPart } from "@atrium/contract/types/email";
import {
  readCalendarEvent,
  type CalendarEvent,
  type CalendarPerson,
  type CalendarTime,
} from "@atrium/formats/icalendar";
import { formatDate, formatDateTime, formatTime } from "@atrium/i18n";
import { Tag } from "@atrium/ui";
import { useEffect, useState, type ReactNode } from "react";
import { useMail } from "../../mail.tsx";
import { readBeginning } from "../preview/read-beginning.ts";
import { r } from "../strings/index.ts";

const MOST_PEOPLE = 12;
const REPEATS = {
  DAILY: "repeatDaily",
  WEEKLY: "repeatWeekly",
  MONTHLY: "repeatMonthly",
  YEARLY: "repeatYearly",
} as const;

/** What an invitation is to, when, where and with whom. What cannot be read is an attachment like others. */
export function Invitation({ part }: { readonly part: EmailBodyPart }): ReactNode {
  const { client, account } = useMail();
  const [event, setEvent] = useState<CalendarEvent | null>(null);
  const { blobId } = part;
  useEffect(() => {
    if (blobId === null) return undefined;
    const leave = new AbortController();
    const href = client.downloadUrl(account.id, blobId, "invitation.ics", "text/calendar");
    readBeginning(href, leave.signal).then(
      ({ text }) => setEvent(readCalendarEvent(text)),
      () => undefined,
    );
    return () => leave.abort();
  }, [client, account, blobId]);
  if (!event) return null;
  const { attendees, organizer, location, repeats } = event;
  return (
    <section className="mail-invitation" data-cancelled={event.isCancelled || undefined}>
      <div className="mail-invitation-head">
        <h4>{event.summary ?? r("untitledEvent")}</h4>
        <Tag>{kindOf(event)}</Tag>
      </div>
      <dl>
        <Row name={r("invitationWhen")}>{event.start && whenOf(event.start, event.end)}</Row>
        <Row name={r("invitationRepeats")}>{repeats && r(REPEATS[repeats])}</Row>
        <Row name={r("invitationWhere")}>{location}</Row>
        <Row name={r("invitationBy")}>{organizer && personOf(organizer)}</Row>
        <Row name={r("invitationWho")}>
          {attendees.length > 0 && (
            <>
              {attendees.slice(0, MOST_PEOPLE).map(personOf).join(", ")}
              {attendees.length > MOST_PEOPLE &&
                ` ${r("andMore", { count: attendees.length - MOST_PEOPLE })}`}
            </>
          )}
        </Row>
      </dl>
    </section>
  );
}

function Row({
  name,
  children,
}: {
  readonly name: string;
  readonly children: ReactNode;
}): ReactNode {
  if (children === null || children === false) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function kindOf({ isCancelled, method }: CalendarEvent): string {
  if (isCancelled) return r("invitationCancelled");
  return method === "REPLY" ? r("invitationReply") : r("invitationTo");
}

function personOf({ name, email, status }: CalendarPerson): string {
  const who = name ?? email;
  if (status === "ACCEPTED") return `${who} (${r("partAccepted")})`;
  if (status === "DECLINED") return `${who} (${r("partDeclined")})`;
  return status === "TENTATIVE" ? `${who} (${r("partTentative")})` : who;
}

/** In the reader's own time, save for clocks in zones that nobody here knows. */
function whenOf(start: CalendarTime, end: CalendarTime | null): string {
  if (start.kind === "day") {
    // The end is the day after the last.
    const last =
      end?.kind === "day" ? new Date(Date.parse(`${end.day}T00:00:00`) - 43_200_000) : null;
    const first = new Date(`${start.day}T00:00:00`);
    const days =
      last && last.getTime() > first.getTime() + 86_400_000
        ? `${formatDate(first)} – ${formatDate(last)}`
        : formatDate(first);
    return `${days}, ${r("allDay")}`;
  }
  const from = dateOf(start);
  const to = end && end.kind !== "day" ? dateOf(end) : null;
  const isSameDay = to !== null && from.toDateString() === to.toDateString();
  const until = to === null ? "" : ` – ${isSameDay ? formatTime(to) : formatDateTime(to)}`;
  const time = formatDateTime(from) + until;
  return start.kind === "local" && start.zone !== null
    ? r("inZone", { time, zone: start.zone })
    : time;
}

const dateOf = (time: Exclude<CalendarTime, { readonly kind: "day" }>): Date =>
  time.kind === "instant" ? time.at : new Date(time.text);
