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
  findings.figure("acts confirmed", confirmed);
  findings.figure(
    "connections broken or requests failed",
    load.failures() + acts.reduce((sum, one) => sum + one.failures.length, 0),
  );
  findings.check("the queue is empty soon after", await isDrained(organisation));
  const sent = acts.flatMap((one) => one.sent).map((subject) => left(organisation, subject));
  findings.figure("mails sent to the outside", sent.length);
  findings.figure(
    "… of which the outside has two, since the word that it had taken it was lost",
    sent.filter((copies) => copies > 1).length,
  );
  findings.check("no mail that was sent is lost", !sent.includes(0));
  const faults = await Promise.all(acts.map((one) => one.faults()));
  findings.check("each confirmed act holds, and the change log tells all of it", faults.flat());
  findings.check("the server stops the graceful way", (await server.stop()) === 0);
  await withStore(async (suite) => {
    findings.check(
      "each acknowledged message is stored once and whole",
      await faultsOfMail(suite, load),
    );
    findings.check("counts of mailboxes are those of their mail", await faultsOfCounts(suite));
    findings.check("no row lacks its other half", await faultsOfRows(suite));
    findings.check("the database's indexes are whole", await faultsOfIndexes(suite));
    const { faults: ofBlobs, orphans } = await faultsOfBlobs(suite);
    findings.figure("bytes without a record, swept a day later", `${orphans} blobs`);
    findings.check("no blob is missing, and none is left over", ofBlobs);
  });
}
