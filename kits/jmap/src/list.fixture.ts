import { Email, type EmailRecord } from "@atrium/contract/types/email";
import { Thread } from "@atrium/contract/types/thread";
import type { QueryDefinition } from "./index.ts";

const SUMMARY = ["threadId", "mailboxIds", "keywords", "subject", "receivedAt"];

/** For tests: the conversations of a mailbox, the newest first. */
export const listOf = (mailboxId: string): QueryDefinition => ({
  type: Email,
  filter: { inMailbox: mailboxId },
  sort: [{ property: "receivedAt", isAscending: false }],
  args: { collapseThreads: true },
  rows: [
    { type: Email, properties: SUMMARY },
    { type: Thread, properties: ["emailIds"], from: "/list/*/threadId" },
    { type: Email, properties: SUMMARY, from: "/list/*/emailIds" },
  ],
  keeps: (record) => (record as unknown as EmailRecord).mailboxIds[mailboxId] === true,
});
