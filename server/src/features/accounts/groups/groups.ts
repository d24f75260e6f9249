import { refuse, type Engine, type UnitOfWork } from "../../../engine/index.ts";
import type { Db } from "../../../platform/db/index.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import { may, type ActorOrSystem } from "../policy.ts";
import { groupChanges, type NewGroup } from "./group-changes.ts";
import { readGroups, type Group } from "./groups.store.ts";

/** Groups outside of a request; in browsers they are the type `Group`. */
export function createGroups({ db, engine }: { db: Db; engine: Engine }) {
  async function write<T>(by: ActorOrSystem, work: (w: UnitOfWork) => Promise<T>): Promise<T> {
    if (!may(by, "change", { type: "groups" })) refuse("forbidden");
    return engine.write([ORGANISATION], work);
  }
  return {
    create: (by: ActorOrSystem, group: NewGroup): Promise<Group> =>
      write(by, (w) => groupChanges.create(w, by, group)),
    list: (): Promise<Group[]> => readGroups(db),
    update: (by: ActorOrSystem, id: string, change: Partial<NewGroup>): Promise<Group> =>
      write(by, (w) => groupChanges.update(w, by, id, change)),
    remove: (by: ActorOrSystem, id: string): Promise<void> =>
      write(by, (w) => groupChanges.remove(w, by, id)),
  };
}
