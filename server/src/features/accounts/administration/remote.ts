import { Remote, REMOTE_VERSION, type RemoteRecord } from "@atrium/contract/types/remote";
import { refuse, serve, type Served, type UnitOfWork } from "../../../engine/index.ts";
import { recordAct } from "../history/admin-acts.store.ts";
import { LIMITS } from "../limits.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import { may, type ActorOrSystem } from "../policy.ts";
import { readRemotes, writeRemote } from "../remotes/remotes.store.ts";

/** What the organisation decided of the parts that are built and served on their own. */
export const remoteType: Served = serve(Remote, {
  access: (actor, verb, accountId) =>
    accountId === ORGANISATION &&
    may(actor, verb === "read" ? "read" : "change", { type: "organisation" }),
  limits: { reason: { isLine: true, isFilled: true, maxLength: LIMITS.remoteReason } },
  rules: {
    update(after) {
      const { pinnedVersion } = after;
      if (pinnedVersion !== null && !REMOTE_VERSION.test(pinnedVersion))
        refuse("invalid", "not a version", { properties: ["pinnedVersion"] });
      return after.isEnabled ? { ...after, reason: null } : after;
    },
  },
  store: {
    get: async ({ db }, ids) =>
      (await readRemotes(db)).filter(({ id }) => ids === null || ids.includes(id)),
    async update({ w, actor }, updates) {
      for (const { before, after } of updates) await change(w, actor, before, after);
    },
  },
});

async function change(
  w: UnitOfWork,
  by: ActorOrSystem,
  before: RemoteRecord,
  after: RemoteRecord,
): Promise<void> {
  const { id: thing, isEnabled, reason, pinnedVersion } = after;
  await writeRemote(w.tx, after);
  if (isEnabled !== before.isEnabled || reason !== before.reason)
    await recordAct(w, by, {
      verb: isEnabled ? "remote.enable" : "remote.disable",
      thing,
      detail: reason === null ? {} : { reason },
    });
  if (pinnedVersion !== before.pinnedVersion)
    await recordAct(w, by, {
      verb: pinnedVersion === null ? "remote.unpin" : "remote.pin",
      thing,
      detail: pinnedVersion === null ? {} : { version: pinnedVersion },
    });
}
