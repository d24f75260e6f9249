import { TRASH_ID } from "@atrium/contract/types/file-node";

/** Where a window is in the drive; `null` is the top. */
export type Place =
  | { readonly kind: "trash" }
  | { readonly kind: "folder"; readonly id: string | null }
  | { readonly kind: "file"; readonly id: string }
  | { readonly kind: "search"; readonly text: string };

export const TOP: Place = { kind: "folder", id: null };
export const TRASH: Place = { kind: "trash" };

/** The place of a folder by its id, of the trash too. */
export const placeIn = (id: string | null): Place =>
  id === TRASH_ID ? TRASH : { kind: "folder", id };

/** The place of a path below drive's base; `undefined` when drive has no such page. */
export function placeOf(path: string, base: string): Place | undefined {
  const root = base.replace(/\/$/, "");
  if (path !== root && !path.startsWith(`${root}/`)) return undefined;
  const [kind, given, ...rest] = path.slice(root.length).split("/").filter(Boolean);
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
  if (place.kind === "search") return `${root}/search/${encodeURIComponent(place.text)}`;
  if (place.kind === "trash") return `${root}/trash`;
  return place.id === null ? root : `${root}/${place.kind}/${encodeURIComponent(place.id)}`;
}

/** A path typed by hand may hold a stray `%`. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
