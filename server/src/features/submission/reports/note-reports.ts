import type { Engine } from "../../../engine/index.ts";
import { createGate } from "../../../platform/gate.ts";
import type { Log } from "../../../platform/log/index.ts";
import type { Distributed } from "../distribute.ts";
import { fieldsOf, valueOf } from "../header.ts";
import { noteReport } from "../queue/note-report.ts";
import { readReport } from "./read-report.ts";

/** A report may hold the whole message that it is about; only so many octets of them are in memory at once. */
const reading = createGate(64_000_000);

/**
 * When a mail that was just delivered is a report (of delivery or of reading), writes what it says to the submission
 * that it is about, in the accounts that got it. The mail is in the inbox already and stays there: what goes wrong here
 * is logged and no more.
 */
export async function noteReports(
  { engine, log }: { readonly engine: Engine; readonly log: Log },
  header: Buffer,
  { emails, hashes }: Distributed,
  size: number,
): Promise<void> {
  const type = fieldsOf(header).find(({ name }) => name === "content-type");
  if (type === undefined || !/^multipart\/report\b/i.test(valueOf(type))) return;
  try {
    for (const { accountId, duplicate } of emails) {
      const hash = hashes.get(accountId);
      if (duplicate || hash === undefined) continue;
      const report = await reading.run(size, async () =>
        readReport(await engine.services.blobs.read(hash)),
      );
      if (report === null) return;
      await engine.write([accountId], (w) => noteReport(w, { ...report, accountId, hash }));
    }
  } catch (error) {
    log.error({ err: error }, "a report could not be noted");
  }
}
