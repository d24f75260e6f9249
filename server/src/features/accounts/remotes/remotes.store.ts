import { REMOTES } from "@atrium/contract/remotes";
import type { RemoteRecord } from "@atrium/contract/types/remote";
import type { Db, Tx } from "../../../platform/db/index.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import "../tables.ts";

/** What the organisation decided of each remote that this release knows. */
export async function readRemotes(db: Db | Tx): Promise<RemoteRecord[]> {
  const rows = await db
    .selectFrom("remote")
    .select(["id", "is_enabled", "reason", "pinned_version"])
    .where("account_id", "=", ORGANISATION)
    .where("id", "in", REMOTES)
    .execute();
  return REMOTES.map((id) => {
    const row = rows.find((one) => one.id === id);
    return {
      id,
      isEnabled: row?.is_enabled ?? true,
      reason: row?.reason ?? null,
      pinnedVersion: row?.pinned_version ?? null,
    };
  });
}

export async function writeRemote(tx: Tx, remote: RemoteRecord): Promise<void> {
  const { id, isEnabled, reason, pinnedVersion } = remote;
  const values = { is_enabled: isEnabled, reason, pinned_version: pinnedVersion };
  await tx
    .insertInto("remote")
    .values({ account_id: ORGANISATION, id, ...values })
    .onConflict((conflict) => conflict.columns(["account_id", "id"]).doUpdateSet(values))
    .execute();
}
