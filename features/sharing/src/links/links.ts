import type { FileLinkRecord } from "@atrium/contract/types/file-link";
import { POLICIES_ID, type PoliciesRecord } from "@atrium/contract/types/policies";
import { fileLinkPath } from "@atrium/contract/share-file";
import { CAPABILITY, type JmapSession, type SetError } from "@atrium/contract/types/wire";
import type { SharingClient } from "../client.ts";

/** What a link is to: a file or folder of an account. */
export interface Linked {
  readonly accountId: string;
  readonly id: string;
}

/** What a link lets people do, and for how long. */
export interface LinkTerms {
  readonly mode: FileLinkRecord["mode"];
  readonly expires: string | null;
  readonly password: string | null;
  readonly maxDownloads: number | null;
  readonly name: string | null;
}

/** What the organisation decides over links. */
export type LinkPolicies = Pick<
  PoliciesRecord,
  "publicLinks" | "publicLinkExpiry" | "publicLinkPassword" | "publicLinksReason"
>;

const POLICY_PROPERTIES = [
  "publicLinks",
  "publicLinkExpiry",
  "publicLinkPassword",
  "publicLinksReason",
] as const satisfies readonly (keyof LinkPolicies)[];

/** A refusal of `FileLink/set`, by its SetError type (RFC 8620 §5.3). */
export class LinkRefused extends Error {
  override readonly name = "LinkRefused";
  readonly type: string;
  readonly properties: readonly string[];

  constructor({ type, properties = [] }: SetError) {
    super(type);
    this.type = type;
    this.properties = properties;
  }
}

/** The links to a file or folder, newest first. */
export async function linksTo(
  client: SharingClient,
  { accountId, id }: Linked,
): Promise<readonly FileLinkRecord[]> {
  const { ids } = await client.call("FileLink/query", {
    accountId,
    filter: { fileNodeId: id },
    sort: [{ property: "created", isAscending: false }],
  });
  if (ids.length === 0) return [];
  const { list } = await client.call("FileLink/get", { accountId, ids });
  const links = new Map((list as readonly FileLinkRecord[]).map((one) => [one.id, one]));
  return ids.flatMap((one) => links.get(one) ?? []);
}

export async function linkPolicies(client: SharingClient): Promise<LinkPolicies> {
  const { primaryAccounts } = (await client.session()) as JmapSession;
  const { list } = await client.call("Policies/get", {
    accountId: primaryAccounts[CAPABILITY.policies]!,
    ids: [POLICIES_ID],
    properties: POLICY_PROPERTIES,
  });
  return list[0]!;
}

/** Makes a link, and answers its address, which is known only now. @throws LinkRefused */
export async function makeLink(
  client: SharingClient,
  { accountId, id }: Linked,
  terms: LinkTerms,
): Promise<string> {
  const { created, notCreated } = await client.call("FileLink/set", {
    accountId,
    create: { link: { fileNodeId: id, ...terms } },
  });
  const refusal = notCreated?.["link"];
  if (refusal) throw new LinkRefused(refusal);
  return location.origin + fileLinkPath(created!["link"]!.token!);
}

/** Ends a link for good; one that is gone already is no fault. @throws LinkRefused */
export async function endLink(
  client: SharingClient,
  { accountId }: Pick<Linked, "accountId">,
  linkId: string,
): Promise<void> {
  const { notDestroyed } = await client.call("FileLink/set", { accountId, destroy: [linkId] });
  const refusal = notDestroyed?.[linkId];
  if (refusal && refusal.type !== "notFound") throw new LinkRefused(refusal);
}
