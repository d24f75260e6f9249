import {
  findBlobs,
  method,
  parseBlobId,
  realId,
  recordsByBlobs,
  refuse,
  typesWithBlobs,
  type Call,
  type Served,
} from "../../engine/index.ts";
import { BLOB_REFUSALS } from "./refusals.ts";

/** RFC 9404 §4.3: which records refer to a blob. */
export const lookupBlobs = (types: readonly Served[]) =>
  method({
    verb: "read",
    arguments: { typeNames: { type: { list: "String" } }, ids: { type: { list: "Id" } } },
    async run(call, { createdIds }) {
      const asked = [...new Set(call.args.typeNames)];
      const searchable = typesWithBlobs(call.actor, call.accountId, types);
      const searched = asked.map(
        (name) =>
          searchable.find(({ type }) => type.name === name) ??
          refuse(BLOB_REFUSALS.unknownDataType, name),
      );
      const ids = [...new Set(call.args.ids)];
      if (ids.length > call.services.limits.maxObjectsInGet)
        refuse("requestTooLarge", "maxObjectsInGet");

      const hashes = new Map<string, string>();
      for (const id of ids) {
        const real = realId(id, createdIds) ?? id;
        const hash = parseBlobId(real)?.hash;
        if (hash !== undefined) hashes.set(id, hash);
      }
      const known = await findBlobs(call, [...new Set(hashes.values())]);
      for (const [id, hash] of hashes) if (!known.has(hash)) hashes.delete(id);
      const byType = await Promise.all(
        searched.map((served) => recordsByHash(served, call, [...new Set(hashes.values())])),
      );
      return {
        accountId: call.accountId,
        list: [...hashes].map(([id, hash]) => ({
          id,
          matchedIds: Object.fromEntries(
            asked.map((name, index) => [name, byType[index]!.get(hash) ?? []]),
          ),
        })),
        notFound: ids.filter((id) => !hashes.has(id)),
      };
    },
  });

async function recordsByHash(
  served: Served,
  call: Pick<Call, "actor" | "accountId" | "db">,
  hashes: readonly string[],
): Promise<Map<string, string[]>> {
  const records = new Map<string, string[]>();
  for (const { hash, id } of await recordsByBlobs(served, call, hashes)) {
    const ids = records.get(hash);
    if (ids === undefined) records.set(hash, [id]);
    else ids.push(id);
  }
  return records;
}
