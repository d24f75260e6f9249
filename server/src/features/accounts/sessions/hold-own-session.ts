import { refuse, type Actor } from "../../../engine/index.ts";
import type { Tx } from "../../../platform/db/index.ts";
import { sessionIdOf } from "../identity/identity.ts";
import { ACCOUNT_REFUSALS } from "../refusals.ts";
import { holdSession } from "./sessions.store.ts";

/**
 * For what someone does to their own ways in: whoever ended the session meanwhile, as by changing the password, leaves no
 * way in behind that was just being made. It stays until the transaction ends. Answers its id; `undefined` for programs.
 * @throws Refusal `notSignedIn`
 */
export async function holdOwnSession(tx: Tx, by: Actor): Promise<string | undefined> {
  const id = sessionIdOf(by);
  if (id !== undefined && !(await holdSession(tx, id))) refuse(ACCOUNT_REFUSALS.notSignedIn);
  return id;
}
