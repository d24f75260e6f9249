import { preferences } from "@atrium/state";
import type { People } from "../people/people.ts";
import type { DraftSession } from "../saving/draft-session.ts";
import { findingsOf, type Finding } from "./checks.ts";
import { factsOf } from "./facts.ts";

export type { Finding } from "./checks.ts";
export { GuardPanel } from "./guard-panel.tsx";

/** What looks wrong about a message that is to be sent, of what the person has checked. */
export async function lookAt(
  draftSession: DraftSession,
  people: People,
): Promise<readonly Finding[]> {
  const facts = await factsOf(draftSession, people);
  const chosen = preferences();
  return findingsOf(facts, (check) => chosen[check]);
}
