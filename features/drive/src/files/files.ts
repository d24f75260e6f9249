import type { DriveClient } from "../client.ts";

/** A file of the person, as the list shows it. */
export interface DriveFile {
  readonly id: string;
  readonly name: string;
  /** Octets. */
  readonly size: number;
  readonly type: string | null;
  readonly blobId: string;
  /** RFC 3339. */
  readonly modified: string;
}

/** A refusal of `FileNode/set`, by its SetError type (RFC 8620 §5.3). */
export class FileRefused extends Error {
  override readonly name = "FileRefused";
  readonly type: string;

  constructor(type: string, description?: string) {
    super(description ?? type);
    this.type = type;
  }
}

const PROPERTIES = ["id", "name", "type", "size", "blobId", "modified"];
const PAGE = 500;

interface SetAnswer {
  readonly created?: Readonly<Record<string, { readonly id: string }>> | null;
  readonly notCreated?: Readonly<Record<string, Refusal>> | null;
  readonly notDestroyed?: Readonly<Record<string, Refusal>> | null;
}
interface Refusal {
  readonly type: string;
  readonly description?: string | null;
}

/** Every file of the account, by name. */
export async function listFiles(client: DriveClient, accountId: string): Promise<DriveFile[]> {
  const files: DriveFile[] = [];
  for (let position = 0; ; position += PAGE) {
    const { ids } = await client.call<{ ids: readonly string[] }>("FileNode/query", {
      accountId,
      filter: { parentId: null, nodeType: "file" },
      sort: [{ property: "name" }],
      position,
      limit: PAGE,
    });
    if (ids.length === 0) return files;
    const { list } = await client.call<{ list: readonly DriveFile[] }>("FileNode/get", {
      accountId,
      ids,
      properties: PROPERTIES,
    });
    const byId = new Map(list.map((file) => [file.id, file]));
    files.push(...ids.flatMap((id) => byId.get(id) ?? []));
    if (ids.length < PAGE) return files;
  }
}

/** Makes a file of uploaded bytes. A name that is taken gets a number, as `plan (2).pdf`. */
export async function createFile(
  client: DriveClient,
  accountId: string,
  file: Pick<DriveFile, "name" | "blobId" | "type" | "modified">,
): Promise<void> {
  const { name, blobId, type, modified } = file;
  for (let copy = 1; ; copy += 1) {
    const { notCreated } = await client.call<SetAnswer>("FileNode/set", {
      accountId,
      create: { file: { name: numbered(name, copy), blobId, type, modified } },
    });
    const refusal = notCreated?.["file"];
    if (!refusal) return;
    if (refusal.type !== "alreadyExists" || copy === 100) throw refused(refusal);
  }
}

export async function removeFile(
  client: DriveClient,
  accountId: string,
  id: string,
): Promise<void> {
  const { notDestroyed } = await client.call<SetAnswer>("FileNode/set", {
    accountId,
    destroy: [id],
  });
  const refusal = notDestroyed?.[id];
  // Gone already is what was asked for.
  if (refusal && refusal.type !== "notFound") throw refused(refusal);
}

/** `plan.pdf` → `plan (2).pdf`; the first copy keeps its name. */
export function numbered(name: string, copy: number): string {
  if (copy === 1) return name;
  const dot = name.lastIndexOf(".");
  return dot > 0 ? `${name.slice(0, dot)} (${copy})${name.slice(dot)}` : `${name} (${copy})`;
}

function refused({ type, description }: Refusal): FileRefused {
  return new FileRefused(type, description ?? undefined);
}
