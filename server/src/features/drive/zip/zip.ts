import { once } from "node:events";
import { Readable } from "node:stream";
import { MAX_ZIPPED } from "@atrium/contract/zip-download";
import { makeZip, predictLength } from "client-zip";
import { isId, refuse, type Actor, type Engine } from "../../../engine/index.ts";
import { numberedName } from "../file-node/names.ts";
import { readChildren, readNodes, type SeenNode } from "../file-node/read-nodes.ts";
import { MAX_NODES, ZIP_PAGE } from "../limits.ts";

/** What stands in a ZIP file; folders end with a slash and have no content. */
interface Entry {
  readonly name: string;
  readonly lastModified: Date;
  readonly size: number;
  readonly blobId: string | null;
}

export interface Zip {
  /** Octets. */
  readonly size: bigint;
  /** Fails where a file is gone or out of reach by the time it is its turn. */
  stream(): Readable;
}

/**
 * Files and folders with all that lies in them, as far as it is in reach, as one ZIP file that is made while it is sent.
 * Contents are stored as they are.
 * @param who asks: an actor as of now, each time, as sending may take long
 * @throws Refusal `notFound` when one of them is none that is in reach; `tooLarge`
 */
export async function zipOf(
  engine: Engine,
  who: () => Promise<Actor>,
  { accountId, ids }: { readonly accountId: string; readonly ids: readonly string[] },
): Promise<Zip> {
  if (ids.length > MAX_ZIPPED) return refuse("tooLarge");
  if (ids.length === 0 || !ids.every(isId)) return refuse("notFound");
  const entries = await entriesOf(engine, await who(), accountId, [...new Set(ids)]);
  return {
    size: predictLength(entries.map((entry) => (entry.blobId === null ? folder : file)(entry))),
    stream() {
      let open: Readable | undefined;
      async function* inputs(): AsyncGenerator<Input> {
        for (const entry of entries) {
          if (entry.blobId === null) {
            yield folder(entry);
            continue;
          }
          const blob = await engine.blobs.open(await who(), accountId, entry.blobId);
          if (blob === null) refuse("notFound");
          open = blob.stream();
          yield { ...file(entry), input: open };
        }
      }
      const zip = Readable.fromWeb(makeZip(inputs()));
      // Who reads no further leaves no file open.
      void once(zip, "close")
        .finally(() => open?.destroy())
        .catch(() => null);
      return zip;
    },
  };
}

/** What has neither a size nor a content is a folder to the library. */
const folder = ({ name, lastModified }: Entry) => ({ name, lastModified });
const file = ({ name, lastModified, size }: Entry) => ({ name, lastModified, size });
type Input = ReturnType<typeof folder> | (ReturnType<typeof file> & { readonly input: Readable });

async function entriesOf(
  engine: Engine,
  actor: Actor,
  accountId: string,
  ids: readonly string[],
): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  const chosen = await readNodes(engine, actor, accountId, ids);
  if (chosen.length < ids.length) return refuse("notFound");
  // From its end, so that a folder's content follows it at no cost.
  const wanted = withPaths(chosen, "").toReversed();
  for (let next = wanted.pop(); next !== undefined; next = wanted.pop()) {
    const { node, path } = next;
    const isFolder = node.nodeType === "directory";
    // Chosen twice, by itself and with what it lies in, it is there twice.
    if (entries.length + wanted.length >= MAX_NODES) return refuse("tooLarge");
    entries.push({
      name: isFolder ? `${path}/` : path,
      lastModified: new Date(node.modified),
      size: node.size ?? 0,
      blobId: node.blobId,
    });
    if (!isFolder) continue;
    const children = await childrenOf(engine, actor, accountId, node.id);
    for (const child of withPaths(children, `${path}/`).toReversed()) wanted.push(child);
  }
  return entries;
}

async function childrenOf(
  engine: Engine,
  actor: Actor,
  accountId: string,
  parentId: string,
): Promise<SeenNode[]> {
  const children: SeenNode[] = [];
  for (let page; page === undefined || page.length === ZIP_PAGE;) {
    const asked = { accountId, parentId, sort: ["name"], limit: ZIP_PAGE } as const;
    const at = { ...asked, position: children.length };
    ({ nodes: page } = await readChildren(engine, actor, at));
    children.push(...page);
  }
  return children;
}

/**
 * Nodes with their paths below a place. Programs on Windows take a backslash for the end of a folder's name. Without them, and
 * where nodes come from several folders, several may have one name: those after the first get a number.
 */
function withPaths(
  nodes: readonly SeenNode[],
  place: string,
): readonly { readonly node: SeenNode; readonly path: string }[] {
  const taken = new Set<string>();
  const numbers = new Map<string, number>();
  return nodes.map((node) => {
    const name = node.name.replaceAll("\\", "_");
    let free = name;
    let number = numbers.get(name) ?? 1;
    while (taken.has(free)) free = numberedName(name, (number += 1), node.nodeType);
    numbers.set(name, number);
    taken.add(free);
    return { node, path: place + free };
  });
}
