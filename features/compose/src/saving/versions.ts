import type { EmailFilter } from "@atrium/contract/types/email";
import { utcSeconds } from "@atrium/contract/types/utc-date";
import type { JmapClient } from "@atrium/jmap";
import { t } from "../strings/index.ts";
import { folderFor } from "./mailboxes.ts";

/**
 * The messages with a Message-ID. The server has to read those that fulfil the rest of the filter, so that it must
 * leave few.
 */
export async function withMessageId(
  client: JmapClient,
  accountId: string,
  messageId: string,
  rest: EmailFilter,
): Promise<readonly string[]> {
  const { ids } = await client.call("Email/query", {
    accountId,
    filter: { ...rest, header: ["Message-ID", messageId] },
    limit: 20,
  });
  return ids;
}

/** Clocks differ. */
const SLACK = 3_600_000;

/**
 * All versions of a message that were saved since it was opened: none or one, and one more for each answer that was
 * lost on its way. Every version has the same Message-ID.
 */
export function versionsOf(
  client: JmapClient,
  accountId: string,
  messageId: string,
  openedAt: number,
  rest: EmailFilter = {},
): Promise<readonly string[]> {
  const after = utcSeconds(new Date(openedAt - SLACK));
  return withMessageId(client, accountId, messageId, { ...rest, after });
}

/** Those of them that a newer one may replace: not what went out, nor what waits for its hour. */
export async function draftVersionsOf(
  client: JmapClient,
  accountId: string,
  messageId: string,
  openedAt: number,
): Promise<readonly string[]> {
  const inMailbox = await folderFor(client, accountId, "drafts", t("drafts"));
  return versionsOf(client, accountId, messageId, openedAt, { inMailbox, hasKeyword: "$draft" });
}
