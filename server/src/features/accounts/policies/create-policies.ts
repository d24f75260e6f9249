import { POLICIES_ID, Policies } from "@atrium/contract/types/policies";
import { utcSeconds } from "@atrium/contract/types/utc-date";
import type { Engine } from "../../../engine/index.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/index.ts";
import type { Access } from "../access/access.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import { readPolicies, type Decided } from "../organisation/policies.store.ts";
import { ruleOf } from "../organisation/second-factor-rule.ts";
import { peopleMeant, withNothing } from "./people-meant.ts";
import { checkPolicies, writePolicies } from "./policy-changes.ts";

const DAY = 24 * 60 * 60 * 1000;

/** What the organisation decides, for the command line, and what becomes of it as time goes by. */
export function createPolicies({
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
  /** @throws Refusal `invalidProperties` */
  async function change(by: "system", patch: Partial<Decided>): Promise<void> {
    await engine.write([ORGANISATION], async (w) => {
      const before = await readPolicies(w.tx);
      const after = await checkPolicies(w, by, before, { ...before, ...patch });
      await writePolicies(w, by, before, after);
      w.changed(ORGANISATION, Policies.name, POLICIES_ID, "updated");
    });
  }

  return {
    read: (): Promise<Decided> => readPolicies(db),
    change,

    /** Asks for a second factor, from so many days on. */
    async requireSecondFactor(
      by: "system",
      { for: whom, days = 0 }: { for: Decided["secondFactorFor"]; days?: number },
    ): Promise<void> {
      const from = utcSeconds(new Date(clock.now().getTime() + days * DAY));
      await change(by, { secondFactorFor: whom, secondFactorFrom: from });
    },

    /** How many people have to have a second factor, now or later, and have none. */
    countWithout: async (): Promise<number> =>
      withNothing(await peopleMeant(db, ruleOf(await readPolicies(db)))).length,

    /** Notifies whoever keeps connections open for people whose time is over. To be called now and then. */
    async announceDue(): Promise<void> {
      const rule = ruleOf(await readPolicies(db));
      if (rule.from === null || rule.from > clock.now()) return;
      for (const { id } of await peopleMeant(db, rule)) access.changed(id);
    },
  };
}
