import type { EmailAddress } from "@atrium/contract/types/email";
import { isWithin, refuse } from "../../engine/index.ts";
import { parseAddress } from "../accounts/index.ts";
import { MAX_KEPT_ADDRESSES, MAX_KEPT_NAME } from "./limits.ts";

type Addresses = readonly EmailAddress[] | null;

/** What a name is that stands in a header field. */
export const NAME = { isLine: true, maxLength: MAX_KEPT_NAME } as const;

/** Lists of addresses, by property, as they are kept. @throws Refusal naming all that are none. */
export function checkAddresses<Name extends string>(
  lists: Readonly<Record<Name, Addresses>>,
): Record<Name, Addresses> {
  const all = Object.entries<Addresses>(lists);
  const wrong = all.filter(([, list]) => list !== null && !areAddresses(list));
  if (wrong.length > 0)
    refuse("invalidProperties", undefined, { properties: wrong.map(([name]) => name) });
  return Object.fromEntries(all.map(([name, list]) => [name, withNames(list)])) as Record<
    Name,
    Addresses
  >;
}

const withNames = (list: Addresses): Addresses =>
  list?.map(({ name, email }) => ({ name: name ?? null, email })) ?? null;

const areAddresses = (list: readonly EmailAddress[]): boolean =>
  list.length <= MAX_KEPT_ADDRESSES && list.every(isAddress);

function isAddress(address: { readonly name?: unknown; readonly email?: unknown }): boolean {
  const { name = null, email, ...others } = address;
  return (
    Object.keys(others).length === 0 &&
    (name === null || (typeof name === "string" && isWithin(NAME, name))) &&
    typeof email === "string" &&
    parseAddress(email) !== null
  );
}
