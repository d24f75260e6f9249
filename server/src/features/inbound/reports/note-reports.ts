import type { Engine } from "../../../engine/index.ts";
import { createMessageGate } from "../../../platform/gate.ts";
import { moved, task } from "../../../platform/workers/index.ts";
import type { Distributed } from "../distribute.ts";
import { fieldsOf, valueOf } from "../../mail/message/header.ts";
import { noteReport } from "../../outbound/index.ts";
import type { Report } from "./read-report.ts";
import type { ReportInput } from "./read-report.task.ts";

const READING = task<ReportInput, Report | null>(new URL("./read-report.task.ts", import.meta.url));

/** A report may hold the whole message that it is about; only so many octets of them are in memory at once. */
const reading = createMessageGate(64_000_000);

/**
 * When a mail that was just delivered is a report (of delivery or of reading), writes what it says to the submission
 * that it is about, in the accounts that got it. The mail is in the inbox already and stays there: what goes wrong here
 * is logged and no more.
 * @param kind the only one that is of interest: of what is delivered here, the queue knows without a report.
 */
export async function noteReports(
  engine: Engine,
  header: Buffer,
  { emails, hashes }: Distributed,
  size: number,
  kind?: Report["kind"],
): Promise<void> {
  const { blobs, log, workers } = engine.services;
  const type = fieldsOf(header).find(({ name }) => name === "content-type");
  if (type === undefined || !/^multipart\/report\b/i.test(valueOf(type))) return;
  try {
    for (const { accountId, duplicate } of emails) {
      const hash = hashes.get(accountId);
      if (duplicate || hash === undefined) continue;
      const bytes = async () => moved({ bytes: await blobs.read(hash) });
      const report = await reading.run(size, () => workers.run(READING, bytes));
      if (report === null || (kind ?? report.kind) !== report.kind) return;
      await engine.write([accountId], (w) => noteReport(w, { ...report, accountId, hash }));
    }
  } catch (error) {
    log.error({ err: error }, "could not process a delivery or read report");
  }
}
