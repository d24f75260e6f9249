import { sql } from "kysely";
import type { Db } from "../../../platform/db/index.ts";
import { readDomains, ORGANISATION } from "../organisation/organisation.store.ts";
import { parseAddress, withoutDetail } from "./address.ts";
import { expand, ownersOf } from "./addresses.store.ts";
import { findRecipient } from "./find-recipient.ts";

/**
 * Those of the addresses to which mail can be sent, as `findRecipient` would answer: not what is no address, and not one of
 * ours that nobody has. A few questions to the database for any number of them.
 */
export async function reachable(db: Db, texts: readonly string[]): Promise<Set<string>> {
  const domains = new Set((await readDomains(db)).map(({ name }) => name));
  const found = new Set<string>();
  const ours = new Map<string, readonly string[]>();
  const postmasters = new Map<string, string[]>();
  for (const text of texts) {
    const address = parseAddress(text);
    const isBare = /^postmaster$/i.test(text.trim());
    if (address === null && !isBare) continue;
    if (address === null || (address.local === "postmaster" && domains.has(address.domain))) {
      const canonical = address?.canonical ?? "postmaster";
      postmasters.set(canonical, [...(postmasters.get(canonical) ?? []), text]);
    } else if (!domains.has(address.domain)) found.add(text);
    else {
      const base = withoutDetail(address);
      ours.set(text, [address.canonical, ...(base === null ? [] : [base])]);
    }
  }
  // RFC 5321 §4.5.1: there is always one, whom others do not have.
  for (const [canonical, spellings] of postmasters)
    if ((await findRecipient(db, canonical)) !== null)
      for (const text of spellings) found.add(text);
  if (ours.size === 0) return found;
  const owners = await ownersOf(db, [...ours.values()].flat());
  const receiving = await receivingAmong(db, [...new Set(owners.values())]);
  for (const [text, spellings] of ours) {
    const owner = spellings.map((one) => owners.get(one)).find((one) => one !== undefined);
    if (owner !== undefined && receiving.has(owner)) found.add(text);
  }
  return found;
}

/** Those of the owners who get mail: no disabled persons, no removed accounts, and no groups without anybody else. */
async function receivingAmong(db: Db, owners: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string; isGroup: boolean }>`
    select id, false as "isGroup" from person
      where account_id = ${ORGANISATION} and id = any(${owners}) and disabled_at is null
    union all
    select id, false from shared_account
      where account_id = ${ORGANISATION} and id = any(${owners}) and removed_at is null
    union all
    select id, true from person_group where account_id = ${ORGANISATION} and id = any(${owners})`.execute(
    db,
  );
  const receiving = new Set<string>();
  for (const { id, isGroup } of rows)
    if (!isGroup || (await expand(db, id)).length > 0) receiving.add(id);
  return receiving;
}
