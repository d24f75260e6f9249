import type { Mdn, MDN_METHODS } from "@atrium/contract/types/mdn";
import type { ValuesOf } from "@atrium/contract/types/define";
import type { JsonObject } from "@atrium/contract/types/wire";
import { parseMessageIds } from "@atrium/formats/mime";
import {
  findBlobs,
  parseBlobId,
  readBlob,
  realId,
  refuse,
  type Call,
  type MethodEngine,
} from "../../../engine/index.ts";
import { createMessageGate } from "../../../platform/gate.ts";
import { moved, task, TaskOverBudget } from "../../../platform/workers/index.ts";
import { findByMessageId } from "../../mail/index.ts";
import type { ParseMdnInput } from "./parse-mdn.task.ts";

type Parsed = Omit<Mdn, "forEmailId">;

const PARSING = task<ParseMdnInput, Parsed | null>(new URL("./parse-mdn.task.ts", import.meta.url));

/** A receipt may bring back the whole message that it is about; only so many octets of them are in memory at once. */
const reading = createMessageGate(64_000_000);

/** RFC 9007 §2.2. */
export async function parseMdns(
  call: Call<ValuesOf<typeof MDN_METHODS.parse>>,
  engine: MethodEngine,
): Promise<JsonObject> {
  const { args, accountId, services } = call;
  const ids = [...new Set(args.blobIds)];
  if (ids.length > services.limits.maxObjectsInGet) refuse("requestTooLarge", "maxObjectsInGet");
  const parsed: Record<string, Mdn> = {};
  const notParsable: string[] = [];
  const notFound: string[] = [];
  const real = new Map(ids.map((id) => [id, realId(id, engine.createdIds) ?? id]));
  const hashOf = (id: string): string => parseBlobId(real.get(id)!)?.hash ?? "";
  const blobs = await findBlobs(call, ids.map(hashOf));
  for (const id of ids) {
    const size = blobs.get(hashOf(id))?.size;
    if (size !== undefined) call.budget.spend("octetsRead", size);
    const mdn = size === undefined ? "notFound" : await parseOne(call, real.get(id)!, size);
    if (mdn === "notFound") notFound.push(id);
    else if (mdn === null) notParsable.push(id);
    else {
      const [named] = parseMessageIds(mdn.originalMessageId ?? "") ?? [];
      const forEmailId =
        named === undefined ? null : await findByMessageId(call.db, accountId, named);
      parsed[id] = { ...mdn, forEmailId };
    }
  }
  return {
    accountId,
    parsed: Object.keys(parsed).length > 0 ? parsed : null,
    notParsable: notParsable.length > 0 ? notParsable : null,
    notFound: notFound.length > 0 ? notFound : null,
  };
}

/** @param size octets that reading it takes: of the whole message, where it is a part of one. */
async function parseOne(
  call: Call<object>,
  id: string,
  size: number,
): Promise<Parsed | null | "notFound"> {
  const { services } = call;
  return await reading.run(size, async () => {
    const blob = await readBlob(call, id);
    if (blob === null) return "notFound";
    try {
      return await services.workers.run(PARSING, async () => moved({ bytes: blob.bytes }));
    } catch (error) {
      if (!(error instanceof TaskOverBudget)) throw error;
      services.log.warn({ over: error.over }, "read receipt not read: it exceeds the task limits");
      return null;
    }
  });
}
