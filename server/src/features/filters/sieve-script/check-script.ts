import { MAX_SCRIPT_OCTETS } from "@atrium/formats/sieve-limits";
import { openBlob, parseBlobId, readBlob, refuse, type Call } from "../../../engine/index.ts";
import { moved, task, TaskOverBudget } from "../../../platform/workers/index.ts";
import { FILTER_REFUSALS } from "../refusals.ts";
import type { CheckedScript } from "./check-script.task.ts";

/** A script that can run. */
export interface ValidScript {
  readonly hash: string;
  readonly size: number;
  readonly text: string;
  /** The addresses that it redirects to, as far as they stand in it. */
  readonly redirects: readonly string[];
}

const CHECK = task<{ readonly bytes: Uint8Array }, CheckedScript>(
  new URL("./check-script.task.ts", import.meta.url),
);

/**
 * Reads and checks the script in a blob.
 * @throws Refusal `blobNotFound`, `tooLarge`, `invalidSieve`
 */
export async function checkScript(call: Call, blobId: string): Promise<ValidScript> {
  const name = parseBlobId(blobId);
  const isWhole = name !== null && name.part === undefined;
  const blob = isWhole ? await openBlob(call, blobId) : null;
  if (!isWhole || blob === null) refuse("blobNotFound", undefined, { notFound: [blobId] });
  const size = blob.size ?? 0;
  if (size > MAX_SCRIPT_OCTETS) refuse("tooLarge", undefined, { maxSize: MAX_SCRIPT_OCTETS });
  const read = await readBlob(call, blobId);
  if (read === null) refuse("blobNotFound", undefined, { notFound: [blobId] });
  const checked = await call.services.workers
    .run(CHECK, () => moved({ bytes: read.bytes }))
    .catch((error: unknown) => {
      if (!(error instanceof TaskOverBudget)) throw error;
      return { fault: "The script takes too long to read" };
    });
  if ("fault" in checked) refuse(FILTER_REFUSALS.invalidSieve, checked.fault);
  return { hash: name.hash, size, ...checked };
}
