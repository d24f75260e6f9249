import { POLICIES, PUBLIC_LINK_MAX_DAYS, type PolicyName } from "@atrium/contract/types/policies";
import { utcSeconds } from "@atrium/contract/types/utc-date";
import { refuse, type UnitOfWork } from "../../../engine/index.ts";
import { accessChanged } from "../access/access.ts";
import { recordAct } from "../history/admin-acts.store.ts";
import { LIMITS } from "../limits.ts";
import {
  changedPolicies,
  valuesOf,
  writePolicy,
  type Decided,
} from "../organisation/policies.store.ts";
import type { ActorOrSystem } from "../policy.ts";
import { ruleOf } from "../organisation/second-factor-rule.ts";
import { endOutlived } from "../sessions/end-sessions.ts";
import { peopleMeant, withNothing } from "./people-meant.ts";

/** Whether a length of sessions is none, or one that can be kept to and is not beyond the server's own. */
const isLength = (seconds: number | null, limit: number): boolean =>
  seconds === null || (seconds * 1000 >= LIMITS.sessionShortest && seconds * 1000 <= limit);

const isDays = (days: number | null): boolean =>
  days === null || (days >= 1 && days <= PUBLIC_LINK_MAX_DAYS);

/**
 * What is asked for, as it is to be kept. Who asks others for a second factor has one, so that nobody locks themselves out.
 * @throws Refusal `invalidProperties`, `forbidden`
 */
export async function checkPolicies<Asked extends Decided>(
  w: Pick<UnitOfWork, "tx" | "now">,
  by: ActorOrSystem,
  before: Decided,
  asked: Asked,
): Promise<Asked> {
  const properties = [
    ...(isLength(asked.sessionIdle, LIMITS.sessionIdle) ? [] : ["sessionIdle"]),
    ...(isLength(asked.sessionMax, LIMITS.sessionMax) ? [] : ["sessionMax"]),
    ...(isDays(asked.publicLinkExpiry) ? [] : ["publicLinkExpiry"]),
  ];
  if (properties.length > 0) refuse("invalidProperties", undefined, { properties });
  const { secondFactorFor: whom, secondFactorFrom: from } = asked;
  if (whom === before.secondFactorFor && from === before.secondFactorFrom) return asked;
  const secondFactorFrom = whom === "nobody" ? null : (from ?? utcSeconds(w.now));
  const rule = ruleOf({ secondFactorFor: whom, secondFactorFrom });
  if (rule.from !== null && rule.from.getTime() > w.now.getTime() + LIMITS.secondFactorGrace)
    refuse("invalidProperties", undefined, { properties: ["secondFactorFrom"] });
  const without = withNothing(await peopleMeant(w.tx, rule));
  if (by !== "system" && without.some(({ id }) => id === by.personId))
    refuse("forbidden", "set up your own second factor first");
  return { ...asked, secondFactorFrom };
}

/** What else follows, in the same transaction, when a policy changes; called after its row was written. */
const FOLLOWS: Readonly<Record<PolicyName, (w: UnitOfWork, decided: Decided) => Promise<void>>> = {
  sessions: (w) => endOutlived(w),
  // Browsers follow the record.
  device: async () => undefined,
  // Each delivery looks.
  forwarding: async () => undefined,
  // Each use of a link looks.
  "public-links": async () => undefined,
  "second-factor": async (w, decided) => {
    for (const { id } of await peopleMeant(w.tx, ruleOf(decided))) accessChanged(w, id);
  },
};

/** Writes what was checked, and each policy that changes as an act. */
export async function writePolicies(
  w: UnitOfWork,
  by: ActorOrSystem,
  before: Decided,
  after: Decided,
): Promise<void> {
  for (const name of changedPolicies(before, after)) {
    // What was over by the old length does not come back by the new one.
    if (name === "sessions") await endOutlived(w);
    await writePolicy(w.tx, name, after);
    await FOLLOWS[name](w, after);
    const reason = after[POLICIES[name].reason];
    const detail = { ...valuesOf(name, after), reason };
    await recordAct(w, by, { verb: `policy.${name}`, thing: name, detail });
  }
}
