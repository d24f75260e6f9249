import { AdministratorAct } from "@atrium/contract/types/administrator-act";
import { utcSeconds } from "@atrium/contract/types/utc-date";
import { serve, type Served } from "../../../engine/index.ts";
import { readActs, searchActs } from "../history/admin-acts.store.ts";
import { LIMITS } from "../limits.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import { may } from "../policy.ts";

/** The record of what administrators did. */
export const administratorActType: Served = serve(AdministratorAct, {
  access: (actor, verb, accountId) =>
    accountId === ORGANISATION && verb === "read" && may(actor, "read", { type: "admin-acts" }),
  without: ["set", "copy"],
  store: {
    get: async ({ db }, ids, _properties, limit) =>
      (await readActs(db, ids, limit)).map((act) => ({ ...act, at: utcSeconds(act.at) })),
    list: ({ db }, filter, sort) =>
      searchActs(db, filter, {
        isAscending: sort[0]?.isAscending ?? true,
        limit: LIMITS.actsListed,
      }),
  },
});
