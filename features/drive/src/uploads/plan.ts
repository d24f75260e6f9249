import { freeName, landIn, takenIn, type AskCollisions } from "../acts/collisions.ts";
import { faultOf, tidyName, type NameFault } from "../acts/names.ts";
import { createNode, type Where } from "../acts/node-acts.ts";
import { NodeRefused } from "../acts/refused.ts";
import type { Incoming } from "./dropped.ts";
import type { UploadOrder } from "./queue.ts";

/** Files of one folder. */
interface Group {
  readonly folders: readonly string[];
  readonly files: File[];
}

/** A folder that comes with an upload has a name that the server would refuse. */
export class FolderNameRefused extends Error {
  override readonly name = "FolderNameRefused";
  readonly folder: string;
  readonly fault: NameFault;

  constructor(folder: string, fault: NameFault) {
    super(`${fault}: ${folder}`);
    this.folder = folder;
    this.fault = fault;
  }
}

/**
 * Says for each file where it goes, and makes the folders that it comes with. Folders that are there already are filled up;
 * files whose names are taken are asked about, once for all of them, before anything is made.
 * @returns `undefined` when the person gave up. @throws FolderNameRefused, NodeRefused
 */
export async function planUpload(
  where: Where,
  parentId: string | null,
  incoming: {
    readonly files: readonly Incoming[];
    readonly emptyFolders: readonly (readonly string[])[];
  },
  ask: AskCollisions,
): Promise<readonly UploadOrder[] | undefined> {
  const groups = grouped(incoming);
  for (const name of groups.flatMap(({ folders }) => folders)) {
    const fault = faultOf(name);
    if (fault) throw new FolderNameRefused(name, fault);
  }
  const asked = askOnce(ask);
  const finder = folderFinder(where, parentId);
  const planned: { readonly group: Group; readonly files: readonly Planned[] }[] = [];
  for (const group of groups) {
    const files = await landFiles(where, await finder.find(group.folders), group.files, asked);
    if (files === undefined) return undefined;
    planned.push({ group, files });
  }
  const orders: UploadOrder[] = [];
  for (const { group, files } of planned) {
    const id = await finder.make(group.folders);
    orders.push(...files.map((file) => ({ ...file, accountId: where.account.id, parentId: id })));
  }
  return orders;
}

type Planned = Omit<UploadOrder, "accountId" | "parentId">;

/** @param folder `undefined` when it has yet to be made */
async function landFiles(
  { client, account }: Where,
  folder: string | null | undefined,
  files: readonly File[],
  ask: AskCollisions,
): Promise<readonly Planned[] | undefined> {
  if (folder === undefined) return files.map((file) => ({ file }));
  // What has an impossible name is refused by the queue, which says so.
  const fine = files.filter(({ name }) => faultOf(name) === undefined);
  const things = fine.map(({ name }) => ({ name: tidyName(name), isFolder: false }));
  const landings = await landIn(client, account.id, folder, things, ask);
  if (landings === undefined) return undefined;
  const refused = files.filter(({ name }) => faultOf(name) !== undefined);
  return [
    ...fine.flatMap((file, at) => (landings[at] ? [{ file, ...landings[at] }] : [])),
    ...refused.map((file) => ({ file })),
  ];
}

/** The first answer holds for all folders of one upload. */
function askOnce(ask: AskCollisions): AskCollisions {
  let answer: ReturnType<AskCollisions> | undefined;
  return (names) => (answer ??= ask(names));
}

function grouped({
  files,
  emptyFolders,
}: {
  readonly files: readonly Incoming[];
  readonly emptyFolders: readonly (readonly string[])[];
}): readonly Group[] {
  const groups = new Map<string, Group>();
  const groupOf = (folders: readonly string[]): Group => {
    const key = JSON.stringify(folders);
    const group = groups.get(key) ?? { folders, files: [] };
    groups.set(key, group);
    return group;
  };
  for (const { file, folders } of files) groupOf(folders).files.push(file);
  for (const folders of emptyFolders) groupOf(folders);
  return [...groups.values()];
}

interface FolderFinder {
  /** The folder of these names below the place, `undefined` where there is none. */
  readonly find: (folders: readonly string[]) => Promise<string | null | undefined>;
  /** The same, made where there is none. @throws NodeRefused */
  readonly make: (folders: readonly string[]) => Promise<string | null>;
}

/** Looks each folder up once, and makes it at most once. */
function folderFinder(where: Where, top: string | null): FolderFinder {
  const found = new Map<string, Promise<string | null | undefined>>();
  const made = new Map<string, Promise<string | null>>();
  const find = (folders: readonly string[]): Promise<string | null | undefined> => {
    const name = folders.at(-1);
    if (name === undefined) return Promise.resolve(top);
    return once(found, folders, async () => {
      const parent = await find(folders.slice(0, -1));
      return parent === undefined ? undefined : folderNamed(where, parent, tidyName(name));
    });
  };
  const make = (folders: readonly string[]): Promise<string | null> => {
    const name = folders.at(-1);
    if (name === undefined) return Promise.resolve(top);
    return once(made, folders, async () => {
      const there = await find(folders);
      if (there !== undefined) return there;
      return makeFolder(where, await make(folders.slice(0, -1)), tidyName(name));
    });
  };
  return { find, make };
}

function once<Result>(
  results: Map<string, Promise<Result>>,
  folders: readonly string[],
  ask: () => Promise<Result>,
): Promise<Result> {
  const key = JSON.stringify(folders);
  const known = results.get(key) ?? ask();
  results.set(key, known);
  return known;
}

/** @throws NodeRefused */
async function makeFolder(where: Where, parentId: string | null, name: string): Promise<string> {
  const create = (as: string): Promise<string> =>
    createNode(where, { name: as, parentId, nodeType: "directory" });
  try {
    return await create(name);
  } catch (error) {
    if (!(error instanceof NodeRefused) || error.type !== "alreadyExists") throw error;
    // Made by another device meanwhile, or a file has the name.
    const there = await folderNamed(where, parentId, name);
    return there ?? create(await freeName(where.client, where.account.id, parentId, name));
  }
}

async function folderNamed(
  { client, account }: Where,
  parentId: string | null,
  name: string,
): Promise<string | undefined> {
  const taken = (await takenIn(client, account.id, parentId, [name])).get(name);
  return taken?.isFolder ? taken.id : undefined;
}
