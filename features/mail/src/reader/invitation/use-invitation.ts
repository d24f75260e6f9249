import type { EmailRecord } from "@atrium/contract/types/email";
import { Identity, type IdentityRecord } from "@atrium/contract/types/identity";
import type { Account, JmapClient } from "@atrium/jmap";
import { useCallback, useEffect, useState } from "react";
import { useMail } from "../../mail.tsx";
import { INVITATION_LIMITS as LIMITS } from "./limits.ts";
import { findMessages, readCalendars, type CalendarMessage } from "./read-calendars.ts";

/** What a message says about events, and what other mail says about the same. */
export interface Invitation {
  readonly message: CalendarMessage;
  /** Undefined until it is known. */
  readonly related: readonly CalendarMessage[] | undefined;
  readonly identities: readonly IdentityRecord[];
  /** Looks again, after an answer was sent or undone. */
  readonly refresh: () => void;
}

/** What cannot be read is an attachment like others. */
export function useInvitation({ id }: Pick<EmailRecord, "id">): Invitation | undefined {
  const { client, account } = useMail();
  const [found, setFound] = useState<Omit<Invitation, "refresh">>();
  const [turn, setTurn] = useState(0);
  const refresh = useCallback(() => setTurn((before) => before + 1), []);
  useEffect(() => {
    const leave = new AbortController();
    const { signal } = leave;
    const look = async (): Promise<void> => {
      const [[message], identities] = await Promise.all([
        readCalendars(client, account, [id], signal),
        identitiesOf(account).catch(() => []),
      ]);
      if (signal.aborted || !message) return;
      // What was known stays until the answer is here.
      if (turn === 0) setFound({ message, identities, related: undefined });
      const related = await relatedTo(client, account, message, signal).catch(() => []);
      if (!signal.aborted) setFound({ message, identities, related });
    };
    look().catch(() => undefined);
    return () => leave.abort();
  }, [client, account, id, turn]);
  return found && found.message.email.id === id ? { ...found, refresh } : undefined;
}

async function identitiesOf(account: Account): Promise<readonly IdentityRecord[]> {
  if (!account.isWhole(Identity)) await account.fetchAll(Identity);
  return account.all(Identity);
}

/** All mail about the events of a message, itself among it, as far as it counts. */
async function relatedTo(
  client: JmapClient,
  account: Account,
  message: CalendarMessage,
  signal: AbortSignal,
): Promise<readonly CalendarMessage[]> {
  const uids = [...new Set(message.calendar.events.map(({ uid }) => uid))]
    .filter((uid) => uid !== "")
    .slice(0, LIMITS.maxEventsShown);
  if (uids.length === 0) return [message];
  const conditions = uids.map((eventUid) => ({ eventUid }));
  const ids = await findMessages(
    client,
    account.id,
    conditions.length === 1 ? conditions[0]! : { operator: "OR", conditions },
    LIMITS.maxRelatedMessages,
  );
  const others = await readCalendars(
    client,
    account,
    ids.filter((one) => one !== message.email.id),
    signal,
  );
  return [message, ...others];
}
