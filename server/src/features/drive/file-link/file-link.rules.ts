import { TRASH_ID } from "@atrium/contract/types/file-node";
import {
  LINK_PASSWORD_MAX_LENGTH,
  LINK_PASSWORD_MIN_LENGTH,
  type FileLink,
} from "@atrium/contract/types/file-link";
import { sql } from "kysely";
import {
  refuse,
  refuseProperty,
  type Call,
  type Rules,
  type WriteCall,
} from "../../../engine/index.ts";
import { readPolicies } from "../../accounts/index.ts";
import { LINKS_PER_NODE, LINKS_PER_PERSON } from "../limits.ts";

const DAY = 24 * 60 * 60 * 1000;

type Policies = Awaited<ReturnType<typeof readPolicies>>;

/** When a link ends at the latest; `null`: not by itself. */
export function endOf(
  { expires, renewedAt }: { readonly expires: Date | null; readonly renewedAt: Date },
  { publicLinkExpiry: days }: Pick<Policies, "publicLinkExpiry">,
): Date | null {
  const latest = days === null ? null : new Date(renewedAt.getTime() + days * DAY);
  if (expires === null || latest === null) return expires ?? latest;
  return expires < latest ? expires : latest;
}

/** What refuses says the organisation's reason, where it gives one. */
const why = (text: string, { publicLinksReason }: Policies): string =>
  `${text} ${publicLinksReason}`.trim();

/** @throws Refusal `invalidProperties` */
function checkExpiry(w: Pick<WriteCall["w"], "now">, expires: string | null, policies: Policies) {
  const end = expires === null ? null : new Date(expires);
  if (end !== null && end <= w.now) refuseProperty("expires", "must be in the future");
  const { publicLinkExpiry: days } = policies;
  if (days === null) return;
  // The client's clock may be some minutes ahead.
  if (end === null || end.getTime() > w.now.getTime() + days * DAY + SLACK)
    refuseProperty("expires", why(`Links end after ${days} days at the latest.`, policies));
}

/** Milliseconds that a link may end later than a policy says. */
const SLACK = 15 * 60_000;

/** @throws Refusal `invalidProperties` */
export function checkPasswordDemanded(hasPassword: boolean, policies: Policies): void {
  if (policies.publicLinkPassword && !hasPassword)
    refuseProperty("password", why("Links need a password.", policies));
}

/** @throws Refusal `invalidProperties` */
export function checkLinkPassword(password: string): void {
  const length = password.isWellFormed() ? Array.from(password).length : 0;
  if (length < LINK_PASSWORD_MIN_LENGTH || length > LINK_PASSWORD_MAX_LENGTH)
    refuseProperty(
      "password",
      `from ${LINK_PASSWORD_MIN_LENGTH} to ${LINK_PASSWORD_MAX_LENGTH} characters`,
    );
}

/** A link is to a node that is there, and works nowhere in the trash. @throws Refusal `invalidProperties` */
async function checkNode({ db, accountId }: Pick<Call, "db" | "accountId">, id: string) {
  const node = await db
    .selectFrom("file_node")
    .select("in_trash")
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .where("id", "<>", TRASH_ID)
    .executeTakeFirst();
  if (node === undefined) refuseProperty("fileNodeId", "there is no such record");
  if (node.in_trash) refuseProperty("fileNodeId", "it is in the trash");
}

/** @throws Refusal `overQuota` */
async function checkRoom({ w, accountId, actor }: WriteCall, nodeId: string): Promise<void> {
  const { rows } = await sql<{ ofNode: number; ofPerson: number }>`
    select
      (select count(*)::int from file_link
        where account_id = ${accountId} and file_node_id = ${nodeId}) as "ofNode",
      (select count(*)::int from file_link where created_by = ${actor.personId}) as "ofPerson"`.execute(
    w.tx,
  );
  const { ofNode, ofPerson } = rows[0]!;
  if (ofNode >= LINKS_PER_NODE) refuse("overQuota", `at most ${LINKS_PER_NODE} links to one file`);
  if (ofPerson >= LINKS_PER_PERSON)
    refuse("overQuota", `at most ${LINKS_PER_PERSON} links of one person`);
}

/** Trimmed; what is empty is none. */
const labelOf = (name: string | null): string | null => name?.normalize("NFC").trim() || null;

function checkDownloads(most: number | null): void {
  if (most === 0) refuseProperty("maxDownloads", "at least 1");
}

export const fileLinkRules: Rules<typeof FileLink> = {
  async create(record, call) {
    const {
      fileNodeId,
      name = null,
      expires = null,
      password = null,
      maxDownloads = null,
    } = record;
    await checkNode(call, fileNodeId);
    const policies = await readPolicies(call.db);
    if (!policies.publicLinks) refuse("forbidden", why("Public links are off.", policies));
    checkExpiry(call.w, expires, policies);
    checkPasswordDemanded(password !== null, policies);
    checkDownloads(maxDownloads);
    await checkRoom(call, fileNodeId);
    return { ...record, name: labelOf(name) };
  },

  async update(after, _before, call, changed) {
    if (changed.includes("expires"))
      checkExpiry(call.w, after.expires, await readPolicies(call.db));
    checkDownloads(after.maxDownloads);
    return { ...after, name: labelOf(after.name) };
  },
};
