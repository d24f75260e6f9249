import {
  POLICIES,
  Policies,
  type PoliciesRecord,
  type PolicyName,
} from "@atrium/contract/types/policies";
import type { Properties } from "@atrium/contract/types/define";
import { fits } from "../../../engine/index.ts";
import type { Db, Tx } from "../../../platform/db/index.ts";
import { ORGANISATION } from "./organisation.store.ts";
import "../tables.ts";

/** What the organisation decides, as it is kept: the properties of `POLICIES` and their reasons. */
export type Decided = Omit<
  PoliciesRecord,
  "id" | "sessionIdleLimit" | "sessionMaxLimit" | "secondFactorMissing"
>;

/** One policy as it lies in its row. */
export interface PolicyRow {
  readonly name: string;
  readonly value: Readonly<Record<string, unknown>>;
  readonly reason: string;
}

const PROPERTIES: Properties = Policies.properties;
export const POLICY_NAMES = Object.keys(POLICIES) as readonly PolicyName[];

/** What rows decide, and what holds where there is none. What this release does not understand decides nothing in it. */
export function decidedBy(rows: readonly PolicyRow[]): Decided {
  const decided = POLICY_NAMES.flatMap((name): [string, unknown][] => {
    const { value = {}, reason = "" } = rows.find((row) => row.name === name) ?? {};
    const values = POLICIES[name].decides.map((property): [string, unknown] => {
      const described = PROPERTIES[property]!;
      const isKnown = Object.hasOwn(value, property) && fits(described, value[property]);
      return [property, isKnown ? value[property] : described.default];
    });
    return [...values, [POLICIES[name].reason, reason]];
  });
  return Object.fromEntries(decided) as unknown as Decided;
}

export async function readPolicies(db: Db | Tx): Promise<Decided> {
  const rows = await db
    .selectFrom("policy")
    .select(["name", "value", "reason"])
    .where("account_id", "=", ORGANISATION)
    .execute();
  return decidedBy(rows);
}

/** The names of the policies in which two differ. */
export const changedPolicies = (before: Decided, after: Decided): readonly PolicyName[] =>
  POLICY_NAMES.filter((name) =>
    [...POLICIES[name].decides, POLICIES[name].reason].some(
      (property) => before[property] !== after[property],
    ),
  );

export async function writePolicy(tx: Tx, name: PolicyName, decided: Decided): Promise<void> {
  const values = {
    value: JSON.stringify(valuesOf(name, decided)),
    reason: decided[POLICIES[name].reason],
  };
  await tx
    .insertInto("policy")
    .values({ account_id: ORGANISATION, name, ...values })
    .onConflict((conflict) => conflict.columns(["account_id", "name"]).doUpdateSet(values))
    .execute();
}

/** What one of the policies decides, without its reason. */
export const valuesOf = (name: PolicyName, decided: Decided): Record<string, unknown> =>
  Object.fromEntries(POLICIES[name].decides.map((property) => [property, decided[property]]));
