import type { Db } from "../../../platform/db/index.ts";
import { hasDomain, readDomains } from "../organisation/organisation.store.ts";
import { parseAddress, withoutDetail } from "./address.ts";
import { administrators, firstPerson, recipientsOf, type Recipient } from "./addresses.store.ts";

/**
 * Everyone who gets a mail sent to the address, or null when nobody has it here: unknown, another user's domain, or
 * of people who are disabled. Details after a plus sign are ignored unless they are part of an address themselves.
 */
export async function findRecipient(db: Db, text: string): Promise<Recipient[] | null> {
  // RFC 5321 §4.5.1: "postmaster" without a domain is ours as well.
  const bare = /^postmaster$/i.test(text.trim());
  const address = bare ? await ownPostmaster(db) : parseAddress(text.trim());
  if (address === null) return null;
  const base = withoutDetail(address);
  const spellings = [address.canonical, ...(base === null ? [] : [base])];
  const found = await recipientsOf(db, address.domain, spellings);
  if (found.length > 0) return found;
  const isPostmaster = address.local === "postmaster" && (await hasDomain(db, address.domain));
  return isPostmaster ? await responsible(db) : null;
}

/**
 * RFC 5321 §4.5.1: a postmaster there is always, also where nobody has the address, or only who is disabled. Where nobody
 * is an administrator it is who has been here longest.
 */
async function responsible(db: Db): Promise<Recipient[] | null> {
  const all = await administrators(db);
  if (all.length > 0) return all;
  const first = await firstPerson(db);
  return first === null ? null : [first];
}

async function ownPostmaster(db: Db): Promise<ReturnType<typeof parseAddress>> {
  const [first] = await readDomains(db);
  return first === undefined ? null : parseAddress(`postmaster@${first.name}`);
}
