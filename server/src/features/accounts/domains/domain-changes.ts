import { Domain as DomainType, domainId, type Unverified } from "@atrium/contract/types/domain";
import { refuse, type UnitOfWork } from "../../../engine/index.ts";
import { parseDomain } from "../addresses/address.ts";
import { recordAct } from "../history/admin-acts.store.ts";
import {
  deleteDomain,
  hasAddresses,
  insertDomain,
  ORGANISATION,
  readDomains,
  updateDomain,
  type Domain,
} from "../organisation/organisation.store.ts";
import type { ActorOrSystem } from "../policy.ts";

/** @throws Refusal `invalid`. */
export function checkDomain(text: string): string {
  return (
    parseDomain(text.trim()) ?? refuse("invalid", "not a domain name", { properties: ["name"] })
  );
}

const note = (w: UnitOfWork, name: string, change: "created" | "updated" | "destroyed"): void =>
  w.changed(ORGANISATION, DomainType.name, domainId(name), change);

/**
 * Changes to domains in a unit of work that has locked the organisation. Each is written to the administrators' acts;
 * whether it is allowed is for the caller to know.
 */
export const domainChanges = {
  async create(
    w: UnitOfWork,
    by: ActorOrSystem,
    given: { readonly name: string; readonly unverified?: Unverified },
  ): Promise<Domain> {
    const name = checkDomain(given.name);
    if (!(await insertDomain(w.tx, name, w.now)))
      refuse("alreadyExists", name, { existingId: domainId(name), properties: ["name"] });
    await recordAct(w, by, { verb: "domain.create", thing: name });
    note(w, name, "created");
    const { unverified = "junk" } = given;
    if (unverified !== "junk") await domainChanges.update(w, by, name, { unverified });
    return { name, createdAt: w.now, unverified };
  },

  /** Says what is done with mail from outside that claims to be from the domain and does not prove it. */
  async update(
    w: UnitOfWork,
    by: ActorOrSystem,
    name: string,
    change: { readonly unverified: Unverified },
  ): Promise<void> {
    if (!(await updateDomain(w.tx, name, change))) refuse("notFound");
    await recordAct(w, by, { verb: "domain.change", thing: name, detail: { ...change } });
    note(w, name, "updated");
  },

  /**
   * Mail to it is refused from now on; what has arrived stays.
   * @throws Refusal `forbidden` while anybody has an address in it.
   */
  async remove(w: UnitOfWork, by: ActorOrSystem, name: string): Promise<void> {
    const [domain] = await readDomains(w.tx, [name]);
    if (domain === undefined) refuse("notFound");
    if (await hasAddresses(w.tx, name)) refuse("forbidden", `there are addresses in ${name}`);
    await deleteDomain(w.tx, name);
    await recordAct(w, by, { verb: "domain.remove", thing: name });
    note(w, name, "destroyed");
  },
};
