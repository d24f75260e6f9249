import type { Unverified } from "@atrium/contract/types/domain";
import { refuse, type Engine, type UnitOfWork } from "../../../engine/index.ts";
import type { Db } from "../../../platform/db/index.ts";
import { parseDomain } from "../addresses/address.ts";
import {
  hasDomain,
  ORGANISATION,
  readDomains,
  type Domain,
} from "../organisation/organisation.store.ts";
import { may, type ActorOrSystem } from "../policy.ts";
import { domainChanges } from "./domain-changes.ts";

/** The mail domains of the organisation, outside of a request; in browsers they are the type `Domain`. */
export function createDomains({ db, engine }: { db: Db; engine: Engine }) {
  async function write<T>(by: ActorOrSystem, work: (w: UnitOfWork) => Promise<T>): Promise<T> {
    if (!may(by, "change", { type: "domains" })) refuse("forbidden");
    return engine.write([ORGANISATION], work);
  }
  const named = (text: string): string => parseDomain(text.trim()) ?? refuse("notFound");

  return {
    add: (by: ActorOrSystem, name: string): Promise<Domain> =>
      write(by, (w) => domainChanges.create(w, by, { name })),
    change: (by: ActorOrSystem, text: string, unverified: Unverified): Promise<void> =>
      write(by, (w) => domainChanges.update(w, by, named(text), { unverified })),
    remove: (by: ActorOrSystem, text: string): Promise<void> =>
      write(by, (w) => domainChanges.remove(w, by, named(text))),
    list: (): Promise<Domain[]> => readDomains(db),
    /** Whether mail to the domain ends here. Takes Unicode as well. */
    async isOurs(text: string): Promise<boolean> {
      const name = parseDomain(text);
      return name !== null && (await hasDomain(db, name));
    },
  };
}
