import { POLICIES_ID, Policies, POLICY_REASON_MAX_LENGTH } from "@atrium/contract/types/policies";
import { serve, type Served } from "../../../engine/index.ts";
import { LIMITS } from "../limits.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import { readPolicies } from "../organisation/policies.store.ts";
import { ruleOf } from "../organisation/second-factor-rule.ts";
import { may } from "../policy.ts";
import { peopleMeant, withNothing } from "./people-meant.ts";
import { checkPolicies, writePolicies } from "./policy-changes.ts";

const REASON = { isLine: true, maxLength: POLICY_REASON_MAX_LENGTH } as const;

/** What the organisation decides: all members read it, administrators change it. */
export const policies: Served = serve(Policies, {
  access: (actor, verb, accountId) =>
    accountId === ORGANISATION &&
    may(actor, verb === "read" ? "read" : "change", { type: "policies" }),
  store: {
    async get({ db, actor }, ids, properties) {
      if (ids !== null && !ids.includes(POLICIES_ID)) return [];
      const decided = await readPolicies(db);
      const counts =
        properties.includes("secondFactorMissing") && may(actor, "change", { type: "policies" });
      return [
        {
          id: POLICIES_ID,
          ...decided,
          sessionIdleLimit: LIMITS.sessionIdle / 1000,
          sessionMaxLimit: LIMITS.sessionMax / 1000,
          secondFactorMissing: counts
            ? withNothing(await peopleMeant(db, ruleOf(decided))).length
            : null,
        },
      ];
    },
    async update({ w, actor }, updates) {
      for (const { before, after } of updates) await writePolicies(w, actor, before, after);
    },
    updatable: Object.keys(Policies.properties).filter((name) => name !== "secondFactorMissing"),
  },
  rules: {
    update: (after, before, { w, actor }) => checkPolicies(w, actor, before, after),
  },
  limits: {
    sessionsReason: REASON,
    deviceReason: REASON,
    forwardingReason: REASON,
    publicLinksReason: REASON,
    secondFactorReason: REASON,
  },
  singleton: true,
});
