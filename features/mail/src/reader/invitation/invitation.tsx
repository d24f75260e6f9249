import type { EmailRecord } from "@atrium/contract/types/email";
import { compareVersions, occurrenceKey, type CalendarEvent } from "@atrium/formats/icalendar";
import { DownloadIcon, Link } from "@atrium/ui";
import { useMemo, type ReactNode } from "react";
import { useMail } from "../../mail.tsx";
import { EventCard } from "./event-card.tsx";
import { INVITATION_LIMITS as LIMITS } from "./limits.ts";
import { v } from "./strings/index.ts";
import { useInvitation } from "./use-invitation.ts";
import "./invitation.css";

/** What a message invites to, changes, cancels or answers. What cannot be read is an attachment like others. */
export function Invitation({ email }: { readonly email: EmailRecord }): ReactNode {
  const { client, account } = useMail();
  const invitation = useInvitation(email);
  const events = invitation?.message.calendar.events;
  const groups = useMemo(() => groupsOf(events ?? []), [events]);
  if (!invitation) return null;
  const { part, calendar } = invitation.message;
  const isEvent = calendar.method !== "REPLY" && calendar.method !== "REFRESH";
  const shown = groups.slice(0, LIMITS.maxEventsShown);
  return (
    <section className="mail-invitation">
      {shown.map((group, index) => (
        <EventCard
          key={index}
          email={email}
          invitation={invitation}
          events={group}
          isFirst={index === 0}
        />
      ))}
      {groups.length > shown.length && (
        <p>{v("moreEvents", { count: groups.length - shown.length })}</p>
      )}
      {isEvent && part.blobId !== null && (
        <p className="mail-invitation-file">
          <DownloadIcon />
          <Link
            href={client.downloadUrl(account.id, part.blobId, "invitation.ics", "text/calendar")}
            download="invitation.ics"
          >
            {v("addToCalendar")}
          </Link>
        </p>
      )}
    </section>
  );
}

/** Events with the same UID together: the whole first, then single dates; of each only the newest version. */
function groupsOf(events: readonly CalendarEvent[]): readonly (readonly CalendarEvent[])[] {
  const groups = new Map<string, Map<string, CalendarEvent>>();
  for (const [index, event] of events.entries()) {
    // What has no identifier belongs to nothing else.
    const id = event.uid === "" ? `\n${index}` : event.uid;
    const group = groups.get(id) ?? new Map<string, CalendarEvent>();
    groups.set(id, group);
    const key = occurrenceKey(event);
    const known = group.get(key);
    if (known === undefined || compareVersions(event, known) > 0) group.set(key, event);
  }
  return [...groups.values()].map((group) =>
    [...group.values()].toSorted(
      (a, b) => Number(a.recurrenceId !== null) - Number(b.recurrenceId !== null),
    ),
  );
}
