import type { Role } from "@atrium/contract/api/session";
import type { Decided } from "./policies.store.ts";

/** Of whom the organisation asks a second factor. */
export interface SecondFactorRule {
  readonly for: Decided["secondFactorFor"];
  /** From then on, who has none gets in only to set one up. */
  readonly from: Date | null;
}

export const ruleOf = ({
  secondFactorFor,
  secondFactorFrom,
}: Pick<Decided, "secondFactorFor" | "secondFactorFrom">): SecondFactorRule => ({
  for: secondFactorFor,
  from: secondFactorFrom === null ? null : new Date(secondFactorFrom),
});

/** From when on a user without a second factor has to have one; null when the rule does not mean them. */
export function askedFrom(rule: SecondFactorRule, roles: readonly Role[]): Date | null {
  const isMeant =
    rule.for === "everybody" || (rule.for === "administrators" && roles.includes("administrator"));
  return isMeant ? rule.from : null;
}
