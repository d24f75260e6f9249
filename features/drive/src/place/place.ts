import { TRASH_ID } from "@atrium/contract/types/file-node";

/** Where one is in an account; `null` is the top. */
export type PlaceInAccount =
  | { readonly kind: "trash" }
  | { readonly kind: "folder"; readonly id: string | null }
  | { readonly kind: "file"; readonly id: string }
  | { readonly kind: "search"; readonly text: string };

/** Where a window is in the drive: without an account in the person's own, or where others' files are listed. */
export type Place =
  | (PlaceInAccount & { readonly accountId?: string })
  | { readonly kind: "shared" };

export const TOP: PlaceInAccount = { kind: "folder", id: null };
export const TRASH: PlaceInAccount = { kind: "trash" };
export const SHARED: Place = { kind: "shared" };

/** The place of a folder by its id, of the trash too. */
export const placeIn = (id: string | null): PlaceInAccount =>
  id === TRASH_ID ? TRASH : { kind: "folder", id };

/** The place of a path below drive's base; `undefined` when drive has no such page. */
export function placeOf(path: string, base: string): Place | undefined {
  const root = base.replace(/\/$/, "");
  if (path !== root && !path.startsWith(`${root}/`)) return undefined;
  const segments = path.slice(root.length).split("/").filter(Boolean);
  const [kind, accountId, ...rest] = segments;
  if (kind === "shared") return accountId === undefined ? SHARED : undefined;
  if (kind !== "account") return inAccount(segments);
  const place = accountId === undefined ? undefined : inAccount(rest);
  return place && { ...place, accountId: decode(accountId!) };
}

function inAccount([kind, given, ...rest]: readonly string[]): PlaceInAccount | undefined {
  if (kind === undefined) return TOP;
  if (kind === "trash") return given === undefined ? TRASH : undefined;
  const value = given === undefined ? undefined : decode(given);
  if (value === undefined || rest.length > 0) return undefined;
  if (kind === "folder") return placeIn(value);
  if (kind === "file") return { kind, id: value };
  return kind === "search" ? { kind, text: value } : undefined;
}

export function pathOf(place: Place, base: string): string {
  const root = base.replace(/\/$/, "");
  if (place.kind === "shared") return `${root}/shared`;
  const { accountId } = place;
  const start = accountId === undefined ? root : `${root}/account/${encodeURIComponent(accountId)}`;
  if (place.kind === "search") return `${start}/search/${encodeURIComponent(place.text)}`;
  if (place.kind === "trash") return `${start}/trash`;
  return place.id === null ? start : `${start}/${place.kind}/${encodeURIComponent(place.id)}`;
}

/** A path typed by hand may hold a stray `%`. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
