import { refuse } from "../../../engine/index.ts";
import type { Db, Tx } from "../../../platform/db/index.ts";
import { isAssignable, parseAddress, type Address } from "../addresses/address.ts";
import { hasDomain, readOrganisation } from "../organisation/organisation.store.ts";
import { weakness } from "../passwords/password.rules.ts";

const NAME_MAX = 200;

/** A name as it is stored: no line breaks or other controls, single spaces. */
export function checkName(name: string): string {
  const clean = name
    .normalize("NFC")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  if (clean === "" || clean.length > NAME_MAX) refuse("invalid", "name", { properties: ["name"] });
  return clean;
}

/** An address that may be given to somebody, in a domain of ours. */
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
    refuse("invalid", "not an address that can be given to somebody", { properties: ["address"] });
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

/** @throws Refusal `weakPassword`, whose detail says why. */
export async function checkPassword(
  db: Db,
  password: string,
  of: {
    readonly name: string;
    readonly addresses: readonly string[];
    readonly organisation?: string;
  },
): Promise<void> {
  const organisation = of.organisation ?? (await readOrganisation(db))?.name ?? "";
  const why = weakness(password, { words: [of.name, ...of.addresses, organisation] });
  if (why !== null) refuse("weakPassword", why, { properties: ["password"] });
}
