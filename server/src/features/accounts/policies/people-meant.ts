import type { Db, Tx } from "../../../platform/db/index.ts";
import { askedFrom, type SecondFactorRule } from "../organisation/second-factor-rule.ts";
import { readPersons, type Person } from "../persons/persons.store.ts";

/** Enabled people whom a rule means and for whom the password alone was enough so far. */
export async function peopleMeant(db: Db | Tx, rule: SecondFactorRule): Promise<Person[]> {
  if (rule.from === null) return [];
  const people = await readPersons(db);
  return people.filter(
    ({ disabled, secondFactor, roles }) =>
      !disabled && !secondFactor && askedFrom(rule, roles) !== null,
  );
}

/** Those of them who have nothing besides it. */
export const withNothing = (people: readonly Person[]): readonly Person[] =>
  people.filter(({ passkeys }) => passkeys === 0);
