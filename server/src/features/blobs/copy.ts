import type { SetError } from "@atrium/contract/types/wire";
import {
  blobId,
  copyAccounts,
  encodedSize,
  findBlob,
  method,
  openBlob,
  orNull,
  parseBlobId,
  realId,
  Refusal,
  refuse,
  type Access,
  type Call,
  type MethodEngine,
} from "../../engine/index.ts";

/** RFC 8620 §6.3. */
export const copyBlobs = (access: Access) =>
  method({
    verb: "create",
    arguments: { fromAccountId: { type: "Id" }, blobIds: { type: { list: "Id" } } },
    async run(given, engine) {
      const { accountId: to, fromAccountId: from } = given.args;
      const actor = await given.services.withShares(given.actor, [to, from], given.db);
      const call = { ...given, actor };
      const served = { access, container: undefined, worksInPartialAccounts: true };
      const { accountId, fromAccountId } = copyAccounts(served, { actor }, call.args);
      const ids = new Set(call.args.blobIds);
      if (ids.size > call.services.limits.maxObjectsInSet)
        refuse("requestTooLarge", "maxObjectsInSet");
      const copied = new Map<string, string>();
      const notCopied = new Map<string, SetError>();
      for (const id of ids) {
        try {
          copied.set(id, await copyBlob(call, engine, fromAccountId, id));
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          notCopied.set(id, error.setError());
        }
      }
      return {
        fromAccountId,
        accountId,
        copied: orNull(copied),
        notCopied: orNull(notCopied),
      };
    },
  });

async function copyBlob(
  call: Call,
  engine: MethodEngine,
  fromAccountId: string,
  given: string,
): Promise<string> {
  const id = realId(given, engine.createdIds) ?? given;
  const missing = () => refuse("blobNotFound", undefined, { notFound: [given] });
  const name = parseBlobId(id) ?? missing();
  const { accountId, services } = call;
  if (name.part === undefined) {
    await engine.write([accountId, fromAccountId], async (w) => {
      // Both accounts are locked: the right to it cannot end, and with it the bytes, before the other one has it.
      const { size, type } =
        (await findBlob({ ...call, accountId: fromAccountId, db: w.tx }, name.hash)) ?? missing();
      await w.addBlob(accountId, { hash: name.hash, size, type, by: call.actor.credential });
    });
    return blobId(name.hash);
  }
  // A part becomes a blob of its own: who gets it has no right to the rest of the message.
  const part = (await openBlob({ ...call, accountId: fromAccountId }, id)) ?? missing();
  call.budget.spend("octetsRead", encodedSize(id));
  const { hash, size } = await services.blobs.put(part.stream());
  await engine.write([accountId], (w) =>
    w.addBlob(accountId, {
      hash,
      size,
      type: part.type ?? "application/octet-stream",
      by: call.actor.credential,
    }),
  );
  return blobId(hash);
}
