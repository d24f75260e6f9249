import { compileScript, redirectsOf } from "@atrium/formats/sieve";
import type { Engine } from "../../../engine/index.ts";
import "../tables.ts";

/**
 * Adds a script to an account that has none, and activates it.
 * @throws SieveError if it is invalid
 */
export async function addActiveScript(
  engine: Pick<Engine, "write" | "services">,
  accountId: string,
  { name, text }: { readonly name: string; readonly text: string },
): Promise<void> {
  const redirects = redirectsOf(compileScript(text));
  const { hash, size } = await engine.services.blobs.put(Buffer.from(text));
  await engine.write([accountId], async (w) => {
    await w.addBlob(accountId, { hash, size, type: "application/sieve" });
    const id = w.newId("v");
    await w.tx
      .insertInto("sieve_script")
      .values({
        account_id: accountId,
        id,
        name,
        blob_hash: hash,
        content: text,
        redirects: [...redirects],
        is_active: true,
        failure: null,
      })
      .execute();
    w.changed(accountId, "SieveScript", id, "created");
  });
}
