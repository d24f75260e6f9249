import { createTransport } from "nodemailer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  hasDebianScanners,
  SAMPLE,
  startClamd,
  startRspamd,
  THREAT,
} from "../testing/debian-scanners.ts";
import { cloneDatabase } from "../testing/index.ts";
import { startSuite, type TestSuite } from "../testing/suite.ts";

/** A whole server, as it is configured, beside Debian's scanners. */
describe.runIf(hasDebianScanners)("a server with rspamd and clamd", () => {
  const undo: (() => Promise<unknown>)[] = [];
  let server: TestSuite;
  beforeAll(async () => {
    const [rspamd, clamd] = await Promise.all([startRspamd(), startClamd()]);
    const { connection, drop } = await cloneDatabase();
    undo.push(rspamd.close, clamd.close, drop);
    const { host, port } = clamd;
    server = await startSuite({
      connection,
      config: {
        rspamd: rspamd.worker,
        rspamdController: rspamd.controller,
        clamd: { host, port },
        metricsPort: 0,
      },
    });
    undo.push(() => server.close());
  }, 120_000);
  afterAll(async () => {
    for (const end of undo.toReversed()) await end();
  });

  test("junk and viruses are told apart over SMTP, and the scans are counted", async () => {
    const transport = createTransport({
      host: "127.0.0.1",
      port: server.smtpPort,
      ignoreTLS: true,
    });
    const { address, accountId } = server.people.dave;
    const mail = { from: "Kim <kim@example.net>", to: address };
    const gtube = "XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X";
    await transport.sendMail({ ...mail, subject: "gtube", text: gtube });
    const attachments = [{ filename: "bill.exe", content: Buffer.from(SAMPLE) }];
    await transport.sendMail({ ...mail, subject: "virus", text: "See this.", attachments });
    const { db } = server.suite.platform;
    const kept = await db
      .selectFrom("email")
      .select(["subject", "junk"])
      .where("account_id", "=", accountId)
      .where("subject", "in", ["gtube", "virus"])
      .execute();
    expect(kept).toMatchObject([{ subject: "gtube", junk: { isJunk: true, by: "rspamd" } }]);
    const held = await db.selectFrom("quarantined_mail").select(["subject", "threat"]).execute();
    expect(held).toEqual([{ subject: "virus", threat: `${THREAT}.UNOFFICIAL` }]);
    const metrics = await fetch(`http://127.0.0.1:${server.metricsPort}/metrics`);
    const text = await metrics.text();
    expect(text).toMatch(/atrium_scan_seconds_count\{scanner="clamd",outcome="found"\} 1/);
    expect(text).toMatch(/atrium_scan_seconds_count\{scanner="rspamd",outcome="found"\} 1/);
  });
});
