import type { EmailAddress } from "@atrium/contract/types/email";
import { Principal, type PrincipalRecord } from "@atrium/contract/types/principal";
import { CAPABILITY, type GetResponse, type QueryResponse } from "@atrium/contract/types/wire";
import type { JmapClient } from "@atrium/jmap";

/** People and groups of the organisation who fit a text (RFC 9670), by name. The directory is the same whoever writes. */
export async function searchDirectory(
  client: JmapClient,
  text: string,
  limit: number,
): Promise<readonly EmailAddress[]> {
  const accountId = (await client.session()).primaryAccounts[CAPABILITY.principals];
  if (accountId === undefined) return [];
  const group = client.group();
  const query = group.call<QueryResponse>(`${Principal.name}/query`, {
    accountId,
    filter: { text },
    sort: [{ property: "name" }],
    limit,
  });
  const got = group.call<GetResponse<PrincipalRecord>>(`${Principal.name}/get`, {
    accountId,
    "#ids": query.ref("/ids"),
    properties: ["name", "email"],
  });
  const { list } = await got.result;
  return list.flatMap(({ name, email }) => (email ? [{ name, email }] : []));
}
