import { randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Config } from "../config/index.ts";
import { StartError } from "../start-error.ts";
import { openBlobs } from "./files.ts";
import { createS3Client, type S3Client } from "./s3/client.ts";
import { listedIn } from "./s3/answers.ts";
import { s3Of, type S3Settings } from "./s3/index.ts";
import { StoreUnavailable } from "./store.ts";

export interface BlobStoreHealth {
  /** Where messages and files are, for people. */
  readonly place: string;
  /** The first thing that did not go; `null` when all went. */
  readonly fault: {
    readonly step: "configure" | "reach" | "write" | "read" | "list" | "delete";
    readonly what: string;
    readonly advice: string;
  } | null;
}

type Fault = NonNullable<BlobStoreHealth["fault"]>;

const PROBE = 1000;
/** So that a person who asks is answered soon (milliseconds). */
const TIMEOUT = 5000;

/** Writes, reads, lists and removes a probe in the store that the configuration names. It never throws. */
export async function checkBlobStore(config: Config): Promise<BlobStoreHealth> {
  const folder = join(config.data, "blobs");
  let settings: S3Settings | null;
  try {
    settings = s3Of(config);
  } catch (error) {
    const what = error instanceof StartError ? error.message : String(error);
    return {
      place: "S3",
      fault: { step: "configure", what, advice: "see the settings table in the README" },
    };
  }
  return settings === null
    ? { place: `messages and files in ${folder}`, fault: await checkFiles(folder) }
    : { place: `messages and files in ${settings.place}`, fault: await checkS3(settings) };
}

async function checkFiles(folder: string): Promise<Fault | null> {
  try {
    const blobs = await openBlobs(folder);
    const probe = randomBytes(PROBE);
    const { hash } = await blobs.put(probe);
    const isSame = (await blobs.read(hash)).equals(probe);
    await blobs.remove(hash, new Date(8.64e15));
    const what = `${folder} returns other data than was written`;
    return isSame ? null : { step: "read", what, advice: "check the disk" };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const what = `${folder}: ${code ?? message}`;
    return { step: "write", what, advice: "fix its owner and mode, or free some space" };
  }
}

async function checkS3(settings: S3Settings): Promise<Fault | null> {
  const hasty = { ...settings, attempts: 2, timeout: Math.min(settings.timeout, TIMEOUT) };
  const client = createS3Client(hasty);
  const advice = "check the ATRIUM_S3_ settings and the permissions of the access key";
  const name = `probe-${randomUUID()}`;
  let step: Fault["step"] = "reach";
  try {
    await client.send({ method: "GET", name, accept: [404] });
    for (step of ["write", "read", "list", "delete"] as const) {
      const what = await STEPS[step](client, settings, name);
      if (what !== null) return { step, what, advice };
    }
    return null;
  } catch (error) {
    const what =
      error instanceof StoreUnavailable ? error.message.replace(/\.$/, "") : String(error);
    return { step, what, advice };
  } finally {
    await client.send({ method: "DELETE", name, accept: [404], attempts: 1 }).catch(() => null);
  }
}

/** Each answers what is wrong with the store, or `null`. */
type Step = (client: S3Client, settings: S3Settings, name: string) => Promise<string | null>;

const BODY = randomBytes(PROBE);

const STEPS: Record<"write" | "read" | "list" | "delete", Step> = {
  async write(client, _, name) {
    await client.send({ method: "PUT", name, body: BODY });
    // What arrives damaged has to be refused: that is how a blob is known to be whole.
    const wrong = {
      method: "PUT",
      name: `${name}-damaged`,
      body: BODY,
      sha256: "0".repeat(64),
    } as const;
    const { status } = await client.send({ ...wrong, accept: [400, 403, 422] });
    if (status >= 400) return null;
    await client.send({ method: "DELETE", name: wrong.name });
    return "the blob store accepts damaged data (it does not verify SHA-256)";
  },

  async read(client, _, name) {
    const answer = await client.download({
      method: "GET",
      name,
      headers: { range: "bytes=10-19" },
    });
    const pieces = await Array.fromAsync(answer.bytes());
    const isSame = answer.status === 206 && Buffer.concat(pieces).equals(BODY.subarray(10, 20));
    return isSame ? null : "the blob store does not return the requested byte range";
  },

  async list(client, { prefix }, name) {
    const query = { "list-type": "2", prefix: prefix + name };
    const { text } = await client.send({ method: "GET", query });
    const isThere = listedIn(text).some(({ key }) => key === prefix + name);
    return isThere ? null : "the blob store does not list what was written";
  },

  async delete(client, _, name) {
    await client.send({ method: "DELETE", name });
    const { status } = await client.send({ method: "HEAD", name, accept: [404] });
    return status === 404 ? null : "the blob store did not delete an object";
  },
};
