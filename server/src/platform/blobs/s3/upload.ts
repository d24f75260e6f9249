import { createHash } from "node:crypto";
import type { Gate } from "../../gate.ts";
import type { Spooled } from "../spool.ts";
import { StoreUnavailable } from "../store.ts";
import { completion, textOf } from "./answers.ts";
import type { S3Client } from "./client.ts";

export interface Uploading {
  readonly client: S3Client;
  /** Lets in so many parts at a time. */
  readonly gate: Gate;
  /** Octets. */
  readonly partSize: number;
  /** The length of the object of this name; `null` when there is none. */
  readonly sizeOf: (name: string) => Promise<number | null>;
}

/** Sends bytes under their hash. The store compares what it got with hashes that are signed. */
export async function upload(spooled: Spooled, uploading: Uploading): Promise<void> {
  const { hash, size } = spooled;
  const { client, gate, partSize, sizeOf } = uploading;
  if (size > partSize) {
    // The bytes of a name are always the same: what is there need not travel again.
    if ((await sizeOf(hash)) !== size) await uploadParts(spooled, uploading);
    return;
  }
  await gate.run(1, async () => {
    const body = await spooled.bytes(0, size);
    await client.send({ method: "PUT", name: hash, body, sha256: hash });
  });
}

async function uploadParts(spooled: Spooled, uploading: Uploading): Promise<void> {
  const { hash: name, size } = spooled;
  const { client, sizeOf } = uploading;
  const begun = await client.send({ method: "POST", name, query: { uploads: "" } });
  const uploadId = textOf(begun.text, "UploadId");
  if (uploadId === null)
    throw new StoreUnavailable("The blob store did not start a multipart upload.");
  try {
    const etags = await sendParts(spooled, uploadId, uploading);
    const body = Buffer.from(completion(etags));
    // 404: an earlier try has done it, and its answer was lost. Whether it did is seen below.
    await client.send({ method: "POST", name, query: { uploadId }, body, accept: [404] });
    if ((await sizeOf(name)) !== size)
      throw new StoreUnavailable(`The blob store did not keep ${name} as it was sent.`);
  } catch (error) {
    // Else the parts would take up room until the next sweep.
    await client
      .send({ method: "DELETE", name, query: { uploadId }, attempts: 1 })
      .catch(() => null);
    throw error;
  }
}

async function sendParts(
  { hash: name, size, bytes }: Spooled,
  uploadId: string,
  { client, gate, partSize }: Uploading,
): Promise<string[]> {
  const digest = createHash("sha256");
  const etags: string[] = [];
  for (let start = 0; start < size; start += partSize)
    await gate.run(1, async () => {
      const body = await bytes(start, Math.min(start + partSize, size));
      digest.update(body);
      const query = { partNumber: String(etags.length + 1), uploadId };
      const { headers } = await client.send({ method: "PUT", name, query, body });
      etags.push(headers.get("etag") ?? "");
    });
  // What lay on the disk meanwhile has to be what came in.
  if (digest.digest("hex") !== name) throw new Error("a spooled file changed");
  return etags;
}
