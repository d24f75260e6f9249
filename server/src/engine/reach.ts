import { createHash } from "node:crypto";
import type { Actor, Served } from "./serve.ts";

/** What an actor may see of a type in an account: everything, or containers (RFC 9670) by id with the rights in each. */
export type Reach = "everything" | ReadonlyMap<string, ReadonlySet<string>>;

/** An account of which a person sees no more than the containers that are shared with that person. */
export interface PartialAccount {
  readonly name: string;
  readonly isReadOnly: boolean;
  /** By the name of the containers' type. */
  readonly reach: Readonly<Record<string, ReadonlyMap<string, ReadonlySet<string>>>>;
}

const NOTHING: Reach = new Map();

export const partialAccountOf = (
  { partialAccounts = {} }: Actor,
  accountId: string,
): PartialAccount | undefined =>
  Object.hasOwn(partialAccounts, accountId) ? partialAccounts[accountId] : undefined;

/** What the actor sees of a type in an account; `null` when the type is nothing to the actor there. */
export function reachOf(
  { type, access, container, worksInPartialAccounts }: Served,
  actor: Actor,
  accountId: string,
): Reach | null {
  if (Object.hasOwn(actor.accounts, accountId))
    return access(actor, "read", accountId) ? "everything" : null;
  const part = partialAccountOf(actor, accountId);
  if (part === undefined) return null;
  if (worksInPartialAccounts) return NOTHING;
  return (container && part.reach[type.name]) ?? null;
}

/** The containers of a reach that is not everything. */
export const containersOf = (reach: Exclude<Reach, "everything">): string[] => [...reach.keys()];

/** Differs whenever the reach does, so that no state of another reach is taken for one of this. */
function digestOf(reach: Exclude<Reach, "everything">): string {
  const lines = [...reach].map(([id, rights]) => `${id} ${[...rights].sort().join(" ")}`).sort();
  return createHash("sha256").update(lines.join("\n")).digest("base64url").slice(0, 12);
}

/** A state as clients get it (RFC 8620 §1.5): the modseq of the last change that the actor may see. */
export const stateText = (modseq: number, reach: Reach): string =>
  reach === "everything" ? String(modseq) : `${modseq}-${digestOf(reach)}`;

/** The modseq of a state that a client sends back; `null` for one that is not of this reach. */
export function modseqOf(state: string, reach: Reach): number | null {
  const [, modseq, digest] = /^(0|[1-9]\d{0,15})(?:-([\w-]{12}))?$/.exec(state) ?? [];
  const isOfReach = digest === (reach === "everything" ? undefined : digestOf(reach));
  return modseq === undefined || !isOfReach ? null : Number(modseq);
}
