import { Domain } from "@atrium/contract/types/domain";
import { Group } from "@atrium/contract/types/group";
import type { PropertyOf, PartOf } from "@atrium/contract/types/methods";
import { Person } from "@atrium/contract/types/person";
import { namesIn } from "@atrium/contract/types/set";
import { SharedAccount } from "@atrium/contract/types/shared-account";
import type { TypeDescription } from "@atrium/contract/types/define";
import type { Account } from "@atrium/jmap";
import type { Present, Taken } from "./plan.ts";

/** Records of one request: as many as a server has to answer. */
const PAGE = 500;

/** All records of a type as they are now, page by page. */
export async function readAll<D extends TypeDescription, Property extends PropertyOf<D>>(
  account: Account,
  type: D,
  properties: readonly Property[],
): Promise<PartOf<D, Property>[]> {
  const all = new Map<string, PartOf<D, Property>>();
  for (let position = 0; ; position += PAGE) {
    const page = await account.find(type, { properties, position, limit: PAGE });
    for (const record of page) all.set(record.id as string, record);
    if (page.length < PAGE) return [...all.values()];
  }
}

/** What a file is held against. */
export async function readPresent(account: Account): Promise<Present> {
  const [domains, people, groups, shared] = await Promise.all([
    readAll(account, Domain, ["name"]),
    readAll(account, Person, ["address", "aliases", "isRemoved"]),
    readAll(account, Group, ["address"]),
    readAll(account, SharedAccount, ["address", "aliases"]),
  ]);
  const taken = new Map<string, Taken>();
  for (const { address, aliases, isRemoved } of people) {
    taken.set(address, { isOther: false, isRemoved });
    for (const alias of namesIn(aliases)) taken.set(alias, { isOther: true, isRemoved });
  }
  for (const { address } of groups)
    if (address !== null) taken.set(address, { isOther: true, isRemoved: false });
  for (const { address, aliases } of shared)
    for (const one of [address, ...namesIn(aliases)])
      taken.set(one, { isOther: true, isRemoved: false });
  return { domains: new Set(domains.map(({ name }) => name)), taken };
}
