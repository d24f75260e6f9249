import { FileNode } from "@atrium/contract/types/file-node";
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

/** Makes a file of uploaded bytes. A name that is taken gets a number, as `plan (2).pdf`. */
export async function createFile(
  client: DriveClient,
  accountId: string,
  file: Pick<DriveFile, "name" | "blobId" | "type" | "modified">,
): Promise<void> {
  const { name, blobId, type, modified } = file;
  for (let copy = 1; ; copy += 1) {
    const { notCreated } = await client.call("FileNode/set", {
      accountId,
      create: { file: { name: numbered(name, copy), blobId, type, modified } },
    });
    const refusal = notCreated?.["file"];
    if (!refusal) break;
    if (refusal.type !== "alreadyExists" || copy === 100)
      throw new FileRefused(refusal.type, refusal.description ?? undefined);
  }
  // The file is there; a list that could not follow does so later.
  await client
    .account(accountId)
    .sync()
    .catch(() => undefined);
}

/** Deletes a file: it goes from the list at once, and from the server as soon as that can be reached. */
export function removeFile(client: DriveClient, accountId: string, id: string): Promise<void> {
  return client.account(accountId).mutate({ type: FileNode, destroy: [id], persist: true });
}

/** `plan.pdf` → `plan (2).pdf`; the first copy keeps its name. */
export function numbered(name: string, copy: number): string {
  if (copy === 1) return name;
  const dot = name.lastIndexOf(".");
  return dot > 0 ? `${name.slice(0, dot)} (${copy})${name.slice(dot)}` : `${name} (${copy})`;
}
