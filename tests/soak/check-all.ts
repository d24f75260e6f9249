import type { Load } from "../../server/src/testing/smtp-client.ts";
import { faultsOfCounts, faultsOfMail } from "../durability/stored-mail.ts";
import type { Acts } from "./acts.ts";
import type { Organisation } from "./organisation.ts";
import type { Findings } from "./report.ts";
import { isDrained, left } from "./sending.ts";
import { faultsOfBlobs, faultsOfIndexes, faultsOfRows } from "./store.ts";

/** Everything that was acknowledged is there once, and nothing is half. The server runs at first, and not any more then. */
export async function checkAll(
  findings: Findings,
  organisation: Organisation,
  load: Load,
  acts: readonly Acts[],
): Promise<void> {
  const { server, withStore } = organisation;
  const confirmed = acts.reduce((sum, one) => sum + one.confirmed(), 0);
  findings.figure("messages acknowledged", load.acknowledged.length);
  findings.figure("changes confirmed", confirmed);
  findings.figure(
    "connections lost or requests failed",
    load.failures() + acts.reduce((sum, one) => sum + one.failures.length, 0),
  );
  findings.check("the queue is soon empty", await isDrained(organisation));
  const sent = acts.flatMap((one) => one.sent).map((subject) => left(organisation, subject));
  findings.figure("messages sent to other servers", sent.length);
  findings.figure(
    "… of which arrived twice, since the acknowledgement was lost",
    sent.filter((copies) => copies > 1).length,
  );
  findings.check("no sent mail is lost", !sent.includes(0));
  const faults = await Promise.all(acts.map((one) => one.faults()));
  findings.check("each confirmed change is kept, and the change log is complete", faults.flat());
  findings.check("the server shuts down gracefully", (await server.stop()) === 0);
  await withStore(async (suite) => {
    findings.check(
      "each acknowledged message is stored once and complete",
      await faultsOfMail(suite, load),
    );
    findings.check("mailbox counts match their mail", await faultsOfCounts(suite));
    findings.check("no row is missing its counterpart", await faultsOfRows(suite));
    findings.check("the database indexes are intact", await faultsOfIndexes(suite));
    const { faults: ofBlobs, orphans } = await faultsOfBlobs(suite);
    findings.figure("orphaned blobs, cleaned up a day later", `${orphans} blobs`);
    findings.check("no blob is missing or left over", ofBlobs);
  });
}
