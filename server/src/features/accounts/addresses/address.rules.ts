import { refuse } from "../../../engine/index.ts";
import type { Db, Tx } from "../../../platform/db/index.ts";
import { hasDomain } from "../organisation/organisation.store.ts";
import { isAssignable, parseAddress, type Address } from "./address.ts";

/** An address that may be given to a user, in a domain of ours. */
export async function checkAddress(db: Db | Tx, text: string): Promise<string> {
  const address = assignable(text);
  if (!(await hasDomain(db, address.domain)))
    refuse("invalid", `${address.domain} is not a domain of this organisation`, {
      properties: ["address"],
    });
  return address.canonical;
}

export function assignable(text: string): Address {
  const address = parseAddress(text.trim());
  if (address === null || !isAssignable(address.local))
    refuse("invalid", "not an address that a user can have", { properties: ["address"] });
  return address;
}

/** The primary address first, each once. */
export async function checkAddresses(
  db: Db | Tx,
  primary: string,
  aliases: readonly string[],
): Promise<string[]> {
  const canonical = new Set<string>();
  for (const text of [primary, ...aliases]) canonical.add(await checkAddress(db, text));
  return [...canonical];
}
