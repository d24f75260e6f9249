import type { EmailFilter } from "@atrium/contract/types/email";
import type { CalendarEvent } from "@atrium/formats/icalendar";
import { useEffect, useState } from "react";
import { useMail } from "../../mail.tsx";
import { mailboxesOf } from "../../mailboxes/use-mailboxes.ts";
import { conflictsOf, type Conflict } from "./conflicts.ts";
import { INVITATION_LIMITS as LIMITS } from "./limits.ts";
import { findMessages, readCalendars } from "./read-calendars.ts";

const NONE: readonly Conflict[] = [];

/** What else there is at the time of an event, once that is known; nothing where it is of no use. */
export function useConflicts(
  events: readonly CalendarEvent[] | undefined,
  own: ReadonlySet<string>,
): readonly Conflict[] {
  const { client, account } = useMail();
  const [found, setFound] = useState(NONE);
  useEffect(() => {
    if (!events) return undefined;
    const leave = new AbortController();
    const look = async (): Promise<void> => {
      const mailboxes = mailboxesOf(account);
      const elsewhere = (["trash", "junk", "drafts"] as const).flatMap(
        (role) => mailboxes.byRole(role)?.id ?? [],
      );
      const filter: EmailFilter = {
        hasEvent: true,
        ...(elsewhere.length > 0 && { inMailboxOtherThan: elsewhere }),
      };
      const most = LIMITS.maxConflictMessages;
      const ids = await findMessages(client, account.id, filter, most);
      const messages = await readCalendars(client, account, ids, leave.signal);
      if (!leave.signal.aborted) setFound(conflictsOf(events, messages, own, Date.now()));
    };
    // An invitation can be answered without.
    look().catch(() => undefined);
    return () => leave.abort();
  }, [client, account, events, own]);
  return events ? found : NONE;
}
