import { Email, type EmailRecord } from "@atrium/contract/types/email";
import { Thread } from "@atrium/contract/types/thread";
import { useRecord, useRecords } from "@atrium/jmap";
import { useTries } from "@atrium/state";
import { useCallback, useMemo, useState } from "react";
import { useMail } from "../mail.tsx";
import { useMailboxes } from "../mailboxes/use-mailboxes.ts";
import { SUMMARY_WANT, THREAD_WANT } from "../properties.ts";

/** What is open: a conversation, or one message of it in a list of messages. */
export interface Opened {
  readonly threadId: string;
  readonly message?: string | undefined;
}

export type Conversation =
  | { readonly status: "loading" | "gone" }
  | { readonly status: "failed"; readonly retry: () => void }
  | { readonly status: "ready"; readonly emails: readonly EmailRecord[] };

const NONE: readonly string[] = [];

/**
 * The messages of a conversation that are shown, oldest first, followed live.
 * @param inFolder the folder it is shown in: messages in Trash or Junk show only there.
 */
export function useConversation(
  { threadId, message }: Opened,
  inFolder: string | undefined,
): Conversation {
  const { account } = useMail();
  const mailboxes = useMailboxes();
  const thread = useRecord(account, Thread, threadId);
  const ids = thread?.emailIds ?? NONE;
  const records = useRecords(account, Email, ids);
  const load = useCallback(async () => {
    await account.fetch(Thread, [threadId], THREAD_WANT);
    // Known a moment later; new messages of the conversation come the same way.
    await account.fetch(Email, ids, SUMMARY_WANT);
  }, [account, threadId, ids]);
  const { hasFailed, retry } = useTries(load);

  const now = useMemo((): Conversation => {
    const known = records.filter((record) => record !== undefined);
    if (thread === null) return { status: "gone" };
    if (thread && mailboxes && known.length === ids.length) {
      const aside = new Set(
        [mailboxes.byRole("trash")?.id, mailboxes.byRole("junk")?.id].filter(
          (id) => id !== undefined,
        ),
      );
      const isHere = ({ mailboxIds }: EmailRecord): boolean =>
        inFolder !== undefined && aside.has(inFolder)
          ? mailboxIds[inFolder] === true
          : Object.keys(mailboxIds).some((id) => !aside.has(id));
      const emails = known
        .filter((record) => record !== null)
        .filter(({ id }) => message === undefined || id === message)
        .filter(isHere);
      return emails.length > 0 ? { status: "ready", emails } : { status: "gone" };
    }
    if (hasFailed) return { status: "failed", retry };
    return { status: "loading" };
  }, [thread, mailboxes, records, ids, message, inFolder, hasFailed, retry]);
  // While a message that has just joined it is on its way, the others stay as they are: one reads and writes in them.
  const [last, setLast] = useState<{ readonly of: string; readonly conversation: Conversation }>();
  const of = `${threadId} ${message ?? ""} ${inFolder ?? ""}`;
  if (now.status === "ready" && last?.conversation !== now) setLast({ of, conversation: now });
  return now.status === "loading" && last?.of === of ? last.conversation : now;
}
