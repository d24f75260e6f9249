import { Preferences, PREFERENCES_ID } from "@atrium/contract/types/preferences";
import { refuseProperty, serve, type Served } from "../../../engine/index.ts";
import { isTimeZone } from "../../../platform/time-zone.ts";
import { LIMITS } from "../limits.ts";
import { may } from "../policy.ts";
import { readPreferences, writeChoices } from "./preferences.store.ts";

/** What a person chose, in their own account and nobody else's. */
export const preferences: Served = serve(Preferences, {
  access: (actor, verb, accountId) =>
    accountId === actor.accountId &&
    may(actor, verb === "read" ? "read" : "change", {
      type: "preferences",
      personId: actor.personId,
    }),
  limits: { timeZone: { maxLength: LIMITS.timeZoneName } },
  rules: {
    update({ timeZone }, _before, _call, changed) {
      if (changed.includes("timeZone") && timeZone !== null && !isTimeZone(timeZone))
        refuseProperty("timeZone", "no time zone has this name");
    },
  },
  store: {
    async get({ db, actor }, ids) {
      if (ids !== null && !ids.includes(PREFERENCES_ID)) return [];
      const record = await readPreferences(db, actor.personId);
      return record === null ? [] : [record];
    },
    async update({ w, actor }, updates) {
      for (const { after, changed } of updates) {
        const choices = Object.fromEntries(changed.map((name) => [name, after[name]]));
        await writeChoices(w.tx, actor.personId, choices);
      }
    },
  },
  singleton: true,
});
