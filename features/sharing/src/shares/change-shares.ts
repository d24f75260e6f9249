import type { JsonObject, PatchObject } from "@atrium/contract/types/wire";
import type { Shared, SharingClient } from "../client.ts";
import type { Rights } from "./roles.ts";

/** With whom a record is shared, as its properties say it. */
export interface SharedAs {
  readonly shareWith: Readonly<Record<string, Rights>> | null;
  readonly shareUntil: Readonly<Record<string, string>> | null;
}

export interface Share {
  readonly rights: Rights;
  /** A UTCDate; `null` without an end. */
  readonly until: string | null;
}

/** By the ids of people and groups; `null` takes their access away. */
export type ShareChanges = Readonly<Record<string, Share | null>>;

/** A refusal, by its SetError type (RFC 8620 §5.3). */
export class ShareRefused extends Error {
  override readonly name = "ShareRefused";
  readonly type: string;
  constructor(type: string) {
    super(type);
    this.type = type;
  }
}

/** As often is it tried where others change the account meanwhile. */
const MAX_TRIES = 5;

export const shareOf = ({ shareWith, shareUntil }: SharedAs, id: string): Share | undefined => {
  const rights = shareWith?.[id];
  return rights && { rights, until: shareUntil?.[id] ?? null };
};

/**
 * What makes the changes: each by its own path, so that what another window does to others stays. Where nobody has access
 * yet there is nothing for a path to lead into (RFC 8620 §5.3), and the property is set as a whole: that holds only while
 * it is so.
 */
export function patchOf(
  { shareWith, shareUntil }: SharedAs,
  changes: ShareChanges,
): { readonly patch: PatchObject; readonly isWhole: boolean } {
  const patch: Record<string, unknown> = {};
  const given = Object.entries(changes);
  const rights = given.map(([id, share]) => [id, share?.rights ?? null] as const);
  const ends = given.map(([id, share]) => [id, share?.until ?? null] as const);
  let isWhole = false;
  for (const [property, before, members] of [
    ["shareWith", shareWith, rights],
    ["shareUntil", shareUntil, ends],
  ] as const) {
    const news = members.filter(([id, value]) => value !== null || before?.[id] !== undefined);
    if (news.length === 0) continue;
    if (before === null) patch[property] = Object.fromEntries(news);
    else for (const [id, value] of news) patch[`${property}/${id}`] = value;
    isWhole ||= before === null;
  }
  return { patch, isWhole };
}

/**
 * Changes with whom a record is shared. Answers the end that the server has set where it is earlier than asked for, as what
 * is passed on ends with what its giver has.
 * @throws ShareRefused, and what a call throws
 */
export async function changeShares(
  client: SharingClient,
  { type, accountId, id }: Shared,
  changes: ShareChanges,
): Promise<string | undefined> {
  // Types that can be shared all have the same methods and properties for it.
  const [get, set] = [`${type.name}/get`, `${type.name}/set`] as ["FileNode/get", "FileNode/set"];
  let conflict: unknown;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const { list, state } = await client.call(get, {
      accountId,
      ids: [id],
      properties: ["shareWith", "shareUntil"],
    });
    const [now] = list;
    if (!now) throw new ShareRefused("notFound");
    const { patch, isWhole } = patchOf(now, changes);
    if (Object.keys(patch).length === 0) return undefined;
    try {
      const { updated, notUpdated } = await client.call(set, {
        accountId,
        update: { [id]: patch },
        ifInState: isWhole ? state : null,
      });
      const refusal = notUpdated?.[id];
      if (refusal && refusal.type !== "invalidPatch") throw new ShareRefused(refusal.type);
      if (!refusal) return shortenedTo(changes, updated?.[id]);
      // Meanwhile the last who had access has lost it.
      conflict = new ShareRefused(refusal.type);
    } catch (error) {
      if ((error as { readonly type?: unknown }).type !== "stateMismatch") throw error;
      conflict = error;
    }
  }
  throw conflict;
}

function shortenedTo(
  changes: ShareChanges,
  set: JsonObject | null | undefined,
): string | undefined {
  const ends = set?.["shareUntil"] as SharedAs["shareUntil"] | undefined;
  const shortened = Object.entries(changes).flatMap(([id, share]) => {
    const end = ends?.[id];
    return share && end !== undefined && end !== share.until ? [end] : [];
  });
  return shortened.toSorted()[0];
}
