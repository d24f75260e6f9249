import type { EmailAddress } from "@atrium/contract/types/email";
import { Principal, type PrincipalFilter } from "@atrium/contract/types/principal";
import { CAPABILITY } from "@atrium/contract/types/wire";
import type { JmapClient } from "@atrium/jmap";
import { noteGroup } from "./groups.ts";

/** The first people and groups of the organisation, by name. */
export const listDirectory = (
  client: JmapClient,
  limit: number,
): Promise<readonly EmailAddress[]> => find(client, {}, limit);

/** People and groups of the organisation who fit a text (RFC 9670), by name. The directory is the same whoever writes. */
export const searchDirectory = (
  client: JmapClient,
  text: string,
  limit: number,
): Promise<readonly EmailAddress[]> => find(client, { text }, limit);

async function find(
  client: JmapClient,
  filter: PrincipalFilter,
  limit: number,
): Promise<readonly EmailAddress[]> {
  const accountId = (await client.session()).primaryAccounts[CAPABILITY.principals];
  if (accountId === undefined) return [];
  const list = await client.account(accountId).find(Principal, {
    filter,
    sort: [{ property: "name" }],
    limit,
    properties: ["type", "name", "email"],
  });
  for (const { type, email } of list) if (type === "group" && email) noteGroup(email);
  return list.flatMap(({ name, email }) => (email ? [{ name, email }] : []));
}
