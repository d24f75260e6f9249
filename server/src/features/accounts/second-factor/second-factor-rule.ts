import type { ChangeSecondFactorRule, SecondFactorRule } from "@atrium/contract/api/security";
import { refuse, type Engine } from "../../../engine/index.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Db, Tx } from "../../../platform/db/index.ts";
import { accessChanged, type Access } from "../access/access.ts";
import { recordAct } from "../history/admin-acts.store.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import { askedFrom, readRule, type StoredRule } from "../organisation/second-factor-rule.store.ts";
import { may, type ActorOrSystem } from "../policy.ts";
import { readPersons, type Person } from "../persons/persons.store.ts";
import "../tables.ts";

const DAY = 24 * 60 * 60 * 1000;

export type SecondFactorRules = ReturnType<typeof createSecondFactorRules>;

/** Whether people have to have a second factor: nobody, administrators or everybody, at once or after some days. */
export function createSecondFactorRules({
  db,
  engine,
  clock,
  access,
}: {
  db: Db;
  engine: Engine;
  clock: Clock;
  access: Access;
}) {
  /** Enabled people whom a rule means and for whom the password alone was enough so far. */
  async function concerned(db: Db | Tx, rule: StoredRule): Promise<Person[]> {
    const people = await readPersons(db);
    return people.filter(
      ({ disabled, secondFactor, roles }) =>
        !disabled && !secondFactor && askedFrom(rule, roles) !== null,
    );
  }

  /** Those of them who have nothing besides it. */
  const without = (people: readonly Person[]): Person[] =>
    people.filter(({ passkeys }) => passkeys === 0);

  return {
    async read(by: ActorOrSystem): Promise<SecondFactorRule> {
      if (!may(by, "read", { type: "sign-in-rules" })) refuse("forbidden");
      const rule = await readRule(db);
      return {
        for: rule.for,
        from: rule.from?.toISOString() ?? null,
        without: without(await concerned(db, rule)).length,
      };
    },

    /**
     * Changes the rule; it holds after so many days. Who asks it of others has a second factor, so that nobody locks
     * themselves out by it. Refusal `forbidden`.
     */
    async change(by: ActorOrSystem, { for: whom, days }: ChangeSecondFactorRule): Promise<void> {
      if (!may(by, "change", { type: "sign-in-rules" })) refuse("forbidden");
      const from = whom === "nobody" ? null : new Date(clock.now().getTime() + days * DAY);
      const rule: StoredRule = { for: whom, from };
      await engine.write([ORGANISATION], async (w) => {
        const people = await concerned(w.tx, rule);
        if (by !== "system" && without(people).some(({ id }) => id === by.personId))
          refuse("forbidden", "set up your own second factor first");
        await w.tx
          .updateTable("organisation")
          .set({ second_factor_for: whom, second_factor_from: from })
          .where("account_id", "=", ORGANISATION)
          .execute();
        await recordAct(w, by, {
          verb: "second-factor.require",
          thing: whom,
          detail: from === null ? {} : { from: from.toISOString() },
        });
        for (const { id } of people) accessChanged(w, id);
      });
    },

    /** Notifies whoever keeps connections open for people whose time is over. To be called now and then. */
    async announceDue(): Promise<void> {
      const rule = await readRule(db);
      if (rule.from === null || rule.from > clock.now()) return;
      for (const { id } of await concerned(db, rule)) access.changed(id);
    },
  };
}
