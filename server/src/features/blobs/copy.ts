import type { SetError } from "@atrium/contract/types/wire";
import {
  blobId,
  checkArguments,
  copyAccounts,
  encodedSize,
  findBlob,
  openBlob,
  orNull,
  parseBlobId,
  Refusal,
  refuse,
  type Access,
  type Call,
  type Method,
  type MethodEngine,
} from "../../engine/index.ts";

/** RFC 8620 §6.3. */
export const copyBlobs = (access: Access): Method => ({
  verb: "create",
  async run(call, engine) {
    const { accountId, fromAccountId } = copyAccounts({ access }, call, call.args);
    const args = checkArguments(
      {
        fromAccountId: { type: "Id" },
        accountId: { type: "Id" },
        blobIds: { type: { list: "Id" } },
      },
      call.args,
    );
    const ids = new Set(args["blobIds"] as readonly string[]);
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
  const id = given.startsWith("#") ? (engine.createdIds.get(given.slice(1)) ?? given) : given;
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
