import { sql } from "kysely";
import type { UnitOfWork } from "../../../engine/index.ts";
import { addressesOf, ownerNameOf } from "../../accounts/index.ts";
import { ownAmong } from "./may-send-as.ts";
import "./tables.ts";

/**
 * Brings the identities of an account in line with its addresses: a default one for each of them, and none for an
 * address that it has lost. To be called when the account is made and whenever its addresses change.
 */
export async function syncIdentities(w: UnitOfWork, accountId: string): Promise<void> {
  const addresses = await addressesOf(w.tx, accountId);
  const rows = await w.tx
    .selectFrom("identity")
    .select(["id", "email", "position"])
    .where("account_id", "=", accountId)
    .execute();
  const lost = new Set<string>();
  const own = await ownAmong(
    w.tx,
    accountId,
    rows.map(({ email }) => email),
  );
  for (const { id, email, position } of rows) {
    const stays = position === null ? own.has(email) : addresses.includes(email);
    if (!stays) lost.add(id);
  }
  if (lost.size > 0)
    await w.tx
      .deleteFrom("identity")
      .where("account_id", "=", accountId)
      .where("id", "=", sql<string>`any(${[...lost]})`)
      .execute();
  for (const id of lost) w.changed(accountId, "Identity", id, "destroyed");

  const known = new Map(
    rows.filter(({ position }) => position !== null).map((row) => [row.email, row]),
  );
  const name = await ownerNameOf(w.tx, accountId);
  for (const [position, email] of addresses.entries()) {
    const row = known.get(email);
    if (row === undefined) await addDefault(w, accountId, { email, name, position });
    else if (row.position !== position)
      await w.tx
        .updateTable("identity")
        .set({ position })
        .where("account_id", "=", accountId)
        .where("id", "=", row.id)
        .execute();
  }
}

async function addDefault(
  w: UnitOfWork,
  accountId: string,
  { email, name, position }: { email: string; name: string; position: number },
): Promise<void> {
  const id = w.newId("i");
  await w.tx
    .insertInto("identity")
    .values({
      account_id: accountId,
      id,
      email,
      name,
      reply_to: null,
      bcc: null,
      text_signature: "",
      html_signature: "",
      position,
    })
    .execute();
  w.changed(accountId, "Identity", id, "created");
}
