import { Group } from "@atrium/contract/types/group";
import { Person } from "@atrium/contract/types/person";
import { SharedAccount } from "@atrium/contract/types/shared-account";
import type { TypeDescription } from "@atrium/contract/types/define";
import type { Actor, UnitOfWork } from "../../../engine/index.ts";
import { ORGANISATION } from "./organisation.store.ts";

/** Notes that what administrators see of a person changed. */
export const notePerson = (
  w: Pick<UnitOfWork, "changed">,
  id: string,
  change: "created" | "updated" | "destroyed" = "updated",
): void => w.changed(ORGANISATION, Person.name, id, change);

/** A person, and the account that is theirs. */
export type Owner = Pick<Actor, "personId" | "accountId">;

/** Notes that what a person sees of the ways into their own account changed, which the unit has locked. */
export function noteWaysIn(
  w: Pick<UnitOfWork, "changed">,
  { accountId }: Pick<Owner, "accountId">,
  { name }: Pick<TypeDescription, "name">,
  ids: readonly string[],
  change: "created" | "updated" | "destroyed",
): void {
  for (const id of ids) w.changed(accountId, name, id, change);
}

/** Notes that the groups change which have this member, before it leaves them by going away. */
export async function noteGroupsOf(
  w: Pick<UnitOfWork, "changed" | "tx">,
  memberId: string,
): Promise<void> {
  const rows = await w.tx
    .selectFrom("person_group_member")
    .select("group_id")
    .where("account_id", "=", ORGANISATION)
    .where("member_id", "=", memberId)
    .execute();
  for (const { group_id } of rows) w.changed(ORGANISATION, Group.name, group_id, "updated");
}

/** Notes that the shared accounts change which a person works in, before the person goes away. */
export async function noteSharedAccountsOf(
  w: Pick<UnitOfWork, "changed" | "tx">,
  personId: string,
): Promise<void> {
  const rows = await w.tx
    .selectFrom("shared_account_grant")
    .select("shared_account_id")
    .where("account_id", "=", ORGANISATION)
    .where("person_id", "=", personId)
    .execute();
  for (const { shared_account_id: id } of rows)
    w.changed(ORGANISATION, SharedAccount.name, id, "updated");
}
