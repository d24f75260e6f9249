import type { Tx } from "../../../platform/db/index.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import "../tables.ts";

/**
 * Whether a person is enabled and still has the password that was set at this time. Until the transaction ends
 * neither changes: whoever changes them then finds, and ends, the session that was started.
 */
export async function stillHolds(tx: Tx, personId: string, passwordOf: Date): Promise<boolean> {
  const row = await enabledPerson(tx, personId)
    .innerJoin("person_password as password", (join) =>
      join
        .onRef("password.account_id", "=", "person.account_id")
        .onRef("password.person_id", "=", "person.id"),
    )
    .where("password.changed_at", "=", passwordOf)
    .executeTakeFirst();
  return row !== undefined;
}

/** Lets no session begin until the transaction ends: who is about to begin one looks again afterwards. */
export async function holdSignIns(tx: Tx, personId: string): Promise<void> {
  await tx
    .selectFrom("person")
    .select("id")
    .where("account_id", "=", ORGANISATION)
    .where("id", "=", personId)
    .forNoKeyUpdate()
    .execute();
}

/** The same for who showed a passkey: whether the person is enabled and still has it. */
export async function stillHasPasskey(
  tx: Tx,
  personId: string,
  passkeyId: string,
): Promise<boolean> {
  const row = await enabledPerson(tx, personId)
    .innerJoin("passkey", (join) =>
      join
        .onRef("passkey.account_id", "=", "person.account_id")
        .onRef("passkey.person_id", "=", "person.id"),
    )
    .where("passkey.id", "=", passkeyId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a code of the second factor belongs to the password. */
export async function hasSecondFactor(tx: Tx, personId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("second_factor")
    .select("person_id")
    .where("account_id", "=", ORGANISATION)
    .where("person_id", "=", personId)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** With what is joined to it, held as it is until the transaction ends. */
function enabledPerson(tx: Tx, personId: string) {
  return tx
    .selectFrom("person")
    .select("person.id")
    .where("person.account_id", "=", ORGANISATION)
    .where("person.id", "=", personId)
    .where("person.disabled_at", "is", null)
    .forShare();
}
