import type { QueryResponse } from "@atrium/contract/types/wire";
import type { JmapClient } from "@atrium/jmap";

/**
 * All versions of a message that the server has: none or one, and one more for each answer that was lost on its way.
 * Found by its Message-ID, which every version shares.
 */
export async function versionsOf(
  client: JmapClient,
  accountId: string,
  messageId: string,
): Promise<readonly string[]> {
  const { ids } = await client.call<QueryResponse>("Email/query", {
    accountId,
    filter: { header: ["Message-ID", messageId] },
    limit: 20,
  });
  return ids;
}
