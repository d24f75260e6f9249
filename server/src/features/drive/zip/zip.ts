import { once } from "node:events";
import { Readable } from "node:stream";
import { CAPABILITY, type JsonObject } from "@atrium/contract/types/wire";
import { MAX_ZIPPED } from "@atrium/contract/zip-download";
import type { FileNodeRecord } from "@atrium/contract/types/file-node";
import { makeZip, predictLength } from "client-zip";
import { isId, refuse, type Actor, type Engine } from "../../../engine/index.ts";
import { MAX_NODES, ZIP_PAGE } from "../limits.ts";

const PROPERTIES = ["nodeType", "name", "size", "blobId", "modified"] as const;
type Node = Pick<FileNodeRecord, "id" | (typeof PROPERTIES)[number]>;

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
    size: predictLength(entries.map((entry) => asInput(entry, Readable.from([])))),
    stream() {
      let open: Readable | undefined;
      async function* inputs(): AsyncGenerator<ReturnType<typeof asInput>> {
        for (const entry of entries) {
          if (entry.blobId === null) {
            yield asInput(entry, undefined);
            continue;
          }
          const blob = await engine.blobs.open(await who(), accountId, entry.blobId);
          if (blob === null) refuse("notFound");
          open = blob.stream();
          yield asInput(entry, open);
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

/** A type of its own for each of the two kinds, as the library tells folders by their lack of a content. */
function asInput({ name, lastModified, size }: Entry, input: Readable | undefined) {
  return name.endsWith("/") ? { name, lastModified } : { name, lastModified, size, input: input! };
}

async function entriesOf(
  engine: Engine,
  actor: Actor,
  accountId: string,
  ids: readonly string[],
): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  const chosen = await nodesOf(engine, actor, [["FileNode/get", { accountId, ids }]]);
  if (chosen.length < ids.length) return refuse("notFound");
  const names = distinct(chosen.map(({ name }) => inPath(name)));
  const wanted = chosen.map((node, index) => ({ node, path: names[index]! }));
  for (let next = wanted.shift(); next !== undefined; next = wanted.shift()) {
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
    wanted.unshift(
      ...children.map((child) => ({ node: child, path: `${path}/${inPath(child.name)}` })),
    );
  }
  return entries;
}

async function childrenOf(
  engine: Engine,
  actor: Actor,
  accountId: string,
  parentId: string,
): Promise<Node[]> {
  const children: Node[] = [];
  for (let page; page === undefined || page.length === ZIP_PAGE;) {
    page = await nodesOf(engine, actor, [
      [
        "FileNode/query",
        {
          accountId,
          filter: { parentId },
          sort: [{ property: "name" }],
          position: children.length,
          limit: ZIP_PAGE,
        },
      ],
      [
        "FileNode/get",
        { accountId, "#ids": { resultOf: "0", name: "FileNode/query", path: "/ids" } },
      ],
    ]);
    children.push(...page);
  }
  return children;
}

/** What the last of these calls got. @throws Refusal `notFound` where one of them fails */
async function nodesOf(
  engine: Engine,
  actor: Actor,
  calls: readonly (readonly ["FileNode/query" | "FileNode/get", JsonObject])[],
): Promise<readonly Node[]> {
  const { methodResponses } = await engine.handle(actor, {
    using: [CAPABILITY.core, CAPABILITY.fileNode],
    methodCalls: calls.map(([name, args], index) => [
      name,
      name === "FileNode/get" ? { ...args, properties: PROPERTIES } : args,
      String(index),
    ]),
  });
  const [name, answer] = methodResponses.at(-1)!;
  return name === "FileNode/get" ? (answer["list"] as readonly Node[]) : refuse("notFound");
}

/** Programs on Windows take a backslash for the end of a folder's name. */
const inPath = (name: string): string => name.replaceAll("\\", "_");

/** Those from several folders may have one name. */
function distinct(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const dot = name.lastIndexOf(".");
    const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
    let free = name;
    for (let number = 2; taken.has(free); number++) free = `${stem} (${number})${extension}`;
    taken.add(free);
    return free;
  });
}
