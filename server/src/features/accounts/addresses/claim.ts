import { refuse } from "../../../engine/index.ts";
import type { Tx } from "../../../platform/db/index.ts";
import { LIMITS } from "../limits.ts";
import { replaceAddresses } from "./addresses.store.ts";

/**
 * Makes these canonical addresses the only ones of a person, group or shared account; the first is the primary one.
 * @throws Refusal `alreadyExists` when one is someone else's, `invalid` for too many
 */
export async function claimAddresses(
  tx: Tx,
  ownerId: string,
  addresses: readonly string[],
): Promise<void> {
  if (addresses.length > LIMITS.aliasesPerPerson + 1)
    refuse("invalid", "too many aliases", { properties: ["aliases"] });
  const taken = await replaceAddresses(tx, ownerId, addresses);
  if (taken !== null)
    refuse("alreadyExists", `${taken} is already in use`, { properties: ["address"] });
}
