import { refuse, type WriteCall } from "../../../engine/index.ts";
import { notify, readPolicies } from "../../accounts/index.ts";
import { isHere, ownerOf } from "../accounts-of.ts";

/** Addresses that a notice names. */
const MOST_NAMED = 5;

interface Redirecting {
  readonly redirects: readonly string[];
}

/** @throws Refusal `forbidden` where mail would leave the organisation and must not. */
export async function checkForwarding(
  { db }: Pick<WriteCall, "db">,
  { redirects }: Redirecting,
): Promise<void> {
  if (redirects.length === 0) return;
  const { mayForwardOutside, forwardingReason } = await readPolicies(db);
  if (mayForwardOutside) return;
  for (const address of redirects)
    if (!(await isHere(db, address)))
      refuse("forbidden", `forwarding to other organisations is off. ${forwardingReason}`.trim());
}

/** Tells the owner of an account to which addresses its mail is redirected from now on. */
export async function tellOfForwarding(
  { w, actor, accountId }: WriteCall,
  before: readonly string[],
  { redirects }: Redirecting,
): Promise<void> {
  const added = redirects.filter((address) => !before.includes(address));
  if (added.length === 0) return;
  const personId = await ownerOf(w.tx, accountId);
  if (personId === null) return;
  const named = added.slice(0, MOST_NAMED).join(", ");
  const detail = added.length > MOST_NAMED ? `${named}, …` : named;
  await notify(w, actor, { personId, event: "forwarding", detail });
}
