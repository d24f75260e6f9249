import type { SecondFactorRule } from "@atrium/contract/api/security";
import type { Role } from "@atrium/contract/api/session";
import type { Db } from "../../../platform/db/index.ts";
import "../tables.ts";
import { ORGANISATION } from "./organisation.store.ts";

/** What the organisation asks of its people, as it is kept. */
export interface StoredRule {
  readonly for: SecondFactorRule["for"];
  /** From then on, who has none gets in only to set one up. */
  readonly from: Date | null;
}

/** From when on a user without a second factor has to have one; null when the rule does not mean them. */
export function askedFrom(rule: StoredRule, roles: readonly Role[]): Date | null {
  const isMeant =
    rule.for === "everybody" || (rule.for === "administrators" && roles.includes("administrator"));
  return isMeant ? rule.from : null;
}

export async function readRule(db: Db): Promise<StoredRule> {
  const row = await db
    .selectFrom("organisation")
    .select(["second_factor_for", "second_factor_from"])
    .where("account_id", "=", ORGANISATION)
    .executeTakeFirst();
  return { for: row?.second_factor_for ?? "nobody", from: row?.second_factor_from ?? null };
}
