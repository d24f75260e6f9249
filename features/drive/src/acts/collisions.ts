import type { DriveClient } from "../client.ts";
import { numbered } from "./names.ts";

/** What is done with names that are taken: one answer for all. */
export type Answer = "replace" | "keepBoth" | "skip";

/** What has a name where something is to go. */
export interface Taken {
  readonly id: string;
  readonly isFolder: boolean;
}

/** Asks what to do about names that are taken; `undefined` when the person gave up. */
export type AskCollisions = (names: readonly string[]) => Promise<Answer | undefined>;

/** How something gets to where it goes. */
export type Landing =
  | { readonly name: string; readonly replaces?: string }
  /** It stays away. */
  | undefined;

/** Names in one request: each is a condition of the filter, and long ones count for several. */
const NAMES_AT_ONCE = 25;
/** Numbers that are tried at once for a copy's name. */
const NUMBERS_AT_ONCE = 10;
const MAX_NUMBERS = 1000;

/** Which of these names a folder has, by name. */
export async function takenIn(
  { call }: Pick<DriveClient, "call">,
  accountId: string,
  parentId: string | null,
  names: readonly string[],
): Promise<ReadonlyMap<string, Taken>> {
  const taken = new Map<string, Taken>();
  const wanted = [...new Set(names)];
  for (let at = 0; at < wanted.length; at += NAMES_AT_ONCE) {
    const conditions = wanted.slice(at, at + NAMES_AT_ONCE).map((name) => ({ name }));
    const { ids } = await call("FileNode/query", {
      accountId,
      filter: { operator: "AND", conditions: [{ parentId }, { operator: "OR", conditions }] },
      limit: NAMES_AT_ONCE,
    });
    if (ids.length === 0) continue;
    const { list } = await call("FileNode/get", {
      accountId,
      ids,
      properties: ["id", "name", "nodeType"],
    });
    for (const { id, name, nodeType } of list)
      taken.set(name, { id, isFolder: nodeType === "directory" });
  }
  return taken;
}

/**
 * Where each of these names goes in a folder. What is taken is asked about once for all of them; only a file is replaced, and
 * only by a file: all else that would be replaced is kept beside it, under a number.
 * @returns by the names' order; `undefined` as a whole when the person gave up.
 */
export async function landIn(
  client: Pick<DriveClient, "call">,
  accountId: string,
  parentId: string | null,
  things: readonly { readonly name: string; readonly isFolder: boolean }[],
  ask: AskCollisions,
): Promise<readonly Landing[] | undefined> {
  const names = things.map(({ name }) => name);
  const taken = await takenIn(client, accountId, parentId, names);
  const colliding = names.filter((name, at) => taken.has(name) || names.indexOf(name) < at);
  if (colliding.length === 0) return things.map(({ name }) => ({ name }));
  const answer = await ask(colliding);
  if (answer === undefined) return undefined;
  const used = new Set<string>();
  const landings: Landing[] = [];
  for (const { name, isFolder } of things) {
    const there = taken.get(name);
    if (there === undefined && !used.has(name)) landings.push({ name });
    else if (answer === "skip") {
      landings.push(undefined);
      continue;
    } else if (answer === "replace" && there && !there.isFolder && !isFolder && !used.has(name))
      landings.push({ name, replaces: there.id });
    else landings.push({ name: await freeName(client, accountId, parentId, name, used) });
    used.add(landings.at(-1)!.name);
  }
  return landings;
}

/** The name with the first number that is free in a folder. */
export async function freeName(
  client: Pick<DriveClient, "call">,
  accountId: string,
  parentId: string | null,
  name: string,
  used: ReadonlySet<string> = new Set(),
): Promise<string> {
  for (let first = 2; first < MAX_NUMBERS; first += NUMBERS_AT_ONCE) {
    const names = Array.from({ length: NUMBERS_AT_ONCE }, (_, step) =>
      numbered(name, first + step),
    );
    const taken = await takenIn(client, accountId, parentId, names);
    const free = names.find((one) => !taken.has(one) && !used.has(one));
    if (free !== undefined) return free;
  }
  throw new Error(`no free name for ${name}`);
}
