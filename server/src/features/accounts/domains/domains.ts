import type { Unverified } from "@atrium/contract/api/admin";
import { refuse, type Engine } from "../../../engine/index.ts";
import type { Db } from "../../../platform/db/index.ts";
import { parseDomain } from "../addresses/address.ts";
import { recordAct } from "../history/admin-acts.store.ts";
import { may, type ActorOrSystem } from "../policy.ts";
import {
  hasDomain,
  insertDomain,
  listDomains,
  ORGANISATION,
  updateDomain,
  type Domain,
} from "../organisation/organisation.store.ts";

/** The mail domains of the organisation. */
export function createDomains({ db, engine }: { db: Db; engine: Engine }) {
  return {
    async add(by: ActorOrSystem, text: string): Promise<Domain> {
      if (!may(by, "create", { type: "domains" })) refuse("forbidden");
      const name = checkDomain(text);
      return engine.write([ORGANISATION], async (w) => {
        if (!(await insertDomain(w.tx, name, w.now))) refuse("alreadyExists", name);
        await recordAct(w, by, { verb: "domain.create", thing: name });
        return { name, createdAt: w.now, unverified: "junk" };
      });
    },
    /** What is done with mail from outside that claims to be from the domain and does not prove it. */
    async change(by: ActorOrSystem, text: string, unverified: Unverified): Promise<void> {
      if (!may(by, "change", { type: "domains" })) refuse("forbidden");
      const name = parseDomain(text.trim());
      await engine.write([ORGANISATION], async (w) => {
        if (name === null || !(await updateDomain(w.tx, name, { unverified }))) refuse("notFound");
        await recordAct(w, by, { verb: "domain.change", thing: name, detail: { unverified } });
      });
    },
    list: (): Promise<Domain[]> => listDomains(db),
    /** Whether mail to the domain ends here. Takes Unicode as well. */
    async isOurs(text: string): Promise<boolean> {
      const name = parseDomain(text);
      return name !== null && (await hasDomain(db, name));
    },
  };
}

/** @throws Refusal `invalid`. */
export function checkDomain(text: string): string {
  return (
    parseDomain(text.trim()) ?? refuse("invalid", "not a domain name", { properties: ["domain"] })
  );
}
