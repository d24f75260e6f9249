import { sql } from "kysely";
import { refuse, type UnitOfWork } from "../../../engine/index.ts";
import type { Tx } from "../../../platform/db/index.ts";
import { removeShares, sharedIn, type HandOver } from "../../accounts/index.ts";
import { removeLinks } from "../end-links.ts";
import { MAX_DEPTH, MAX_NODES } from "../limits.ts";
import { countNodes } from "./tree.ts";
import { freeName } from "./names.ts";

const TYPE = "FileNode";
/** Nothing that is handed over lies in what is shared: with the old owner it ends, with the new one it begins unshared. */
const UNSHARED = { was: [], is: [] };

interface Node {
  readonly id: string;
  readonly size: number | null;
  /** 1 at the top. */
  readonly depth: number;
}

/**
 * Moves all files of one account into a new folder at the top of another, which is called as the first one's owner is. What is
 * in the trash stays, and goes with the account.
 */
export const handOverFiles: HandOver = async (w, { from, to, name, by }) => {
  const nodes = await allNodes(w.tx, from);
  if (nodes.length === 0) return;
  const octets = nodes.reduce((sum, { size }) => sum + (size ?? 0), 0);
  await checkRoom(w, to, nodes, octets);
  await removeShares(
    w,
    { accountId: from, type: TYPE },
    await sharedIn(w.tx, { accountId: from, type: TYPE }),
    by,
  );
  await removeLinks(
    w,
    from,
    nodes.map(({ id }) => id),
  );
  const folder = await createFolder(w, to, name);
  await bringBlobs(w, from, to);
  await sql`
    update file_node set account_id = ${to}, parent_id = coalesce(parent_id, ${folder}), changed = ${w.now}
    where account_id = ${from} and not in_trash`.execute(w.tx);
  const [was, is] = [from, to].map((account) => (w.isShared(account) ? UNSHARED : undefined));
  w.changed(to, TYPE, folder, "created", null, is);
  for (const { id } of nodes) {
    w.changed(from, TYPE, id, "destroyed", null, was);
    w.changed(to, TYPE, id, "created", null, is);
  }
  w.used(from, { octets: -octets });
  w.used(to, { octets });
};

/** All nodes of an account that are not in the trash. */
async function allNodes(tx: Tx, accountId: string): Promise<Node[]> {
  const { rows } = await sql<Node>`
    with recursive inside as (
      select id, size, 1 as depth from file_node where account_id = ${accountId} and parent_id is null and not in_trash
      union all
      select n.id, n.size, i.depth + 1 from file_node n join inside i on n.parent_id = i.id
      where n.account_id = ${accountId}
    ) select id, size, depth from inside order by id`.execute(tx);
  return rows;
}

/** @throws Refusal `overQuota`, `invalid` */
async function checkRoom(
  w: UnitOfWork,
  to: string,
  nodes: readonly Node[],
  octets: number,
): Promise<void> {
  const there = await countNodes({ db: w.tx, accountId: to });
  if (w.isOverQuota(to, { octets }) || there + nodes.length + 1 > MAX_NODES)
    refuse("overQuota", "the files do not fit into the other account");
  if (nodes.some(({ depth }) => depth + 1 > MAX_DEPTH))
    refuse("invalid", "the folders are too deep to be moved into another one");
}

/** Makes a folder with a name that none beside it has, and answers its id. */
async function createFolder(w: UnitOfWork, accountId: string, name: string): Promise<string> {
  const folder = { name: folderNamed(name), nodeType: "directory" } as const;
  const free = await freeName({ db: w.tx, accountId }, null, folder);
  const id = w.newId("n");
  await w.tx
    .insertInto("file_node")
    .values({
      account_id: accountId,
      id,
      parent_id: null,
      node_type: "directory",
      name: free,
      blob_hash: null,
      size: null,
      type: null,
      created: w.now,
      modified: w.now,
      changed: w.now,
      executable: false,
    })
    .execute();
  return id;
}

/** A person's name as that of a folder: without slashes, and no dots alone. */
const folderNamed = (name: string): string => name.replaceAll("/", "-").replace(/^\.+$/, "-");

/** Lets the other account read the content of the files, as its own. */
async function bringBlobs({ tx, now }: UnitOfWork, from: string, to: string): Promise<void> {
  await sql`
    insert into blob (account_id, hash, size, type, created_at)
    select ${to}, hash, size, type, ${now} from blob
    where account_id = ${from}
      and hash in (select blob_hash from file_node where account_id = ${from} and not in_trash)
    on conflict do nothing`.execute(tx);
}
