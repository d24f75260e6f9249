import { QuarantinedMail } from "@atrium/contract/types/quarantined-mail";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { callMethod, conformsToJmap, type Answer } from "../../../engine/testing/conforms.ts";
import { ORGANISATION } from "../../accounts/index.ts";
import { administrationBench } from "../../accounts/testing/bench.ts";
import { mailTypes } from "../../mail/index.ts";
import { MAX_QUARANTINED, NOTICE_PAUSE, QUARANTINED_FOR } from "../limits.ts";
import { holdMail, type Infected } from "./hold-mail.ts";
import { quarantinedMail } from "./quarantined-mail.ts";
import { releaseMail } from "./release-mail.ts";
import { tellRecipients } from "./tell-recipients.ts";
import { trimQuarantine } from "./trim-quarantine.ts";

let count = 0;

async function fixture() {
  const bench = await administrationBench({ types: [...mailTypes, quarantinedMail] });
  /** Holds a mail to Bob back. Answers its id. */
  const hold = async (mail: Partial<Infected> = {}): Promise<string> => {
    const { clock, blobs, db } = bench.platform;
    const bytes = Buffer.from("Subject: Bill\r\n\r\nsecret words\r\n");
    const { hash, size } = await blobs.put(bytes);
    const transactionId = `t${(count += 1)}`;
    await holdMail(bench.engine, {
      transactionId,
      receivedAt: clock.now(),
      mailFrom: "kim@example.net",
      recipients: ["bob@demo.test"],
      accountIds: [bench.bob.accountId],
      from: "kim@example.net",
      subject: "Bill",
      hash,
      size,
      threat: "Test.Virus",
      by: "clamd",
      ...mail,
    });
    const row = await db
      .selectFrom("quarantined_mail")
      .select("id")
      .where("transaction_id", "=", mail.transactionId ?? transactionId)
      .executeTakeFirstOrThrow();
    return row.id;
  };
  return { ...bench, hold };
}

conformsToJmap(QuarantinedMail, async () => {
  const { engine, actor, bob, hold } = await fixture();
  return {
    engine,
    actor,
    accountId: ORGANISATION,
    foreign: { accountId: bob.accountId, id: "z0" },
    make: () => hold(),
    patch: () => ({ isReleased: true }),
    destroys: true,
    queries: true,
  };
});

describe("mail in quarantine", () => {
  let bench: Awaited<ReturnType<typeof fixture>>;
  beforeEach(async () => {
    bench = await fixture();
  });

  const call = (verb: string, args: object): Promise<Answer> =>
    callMethod(bench, QuarantinedMail, verb, { accountId: ORGANISATION, ...args });
  const bobsMail = async () =>
    await bench.platform.db
      .selectFrom("email")
      .select(["subject", "junk", "preview"])
      .where("account_id", "=", bench.bob.accountId)
      .execute();
  const acts = async () =>
    (await bench.accounts.acts.list("system", { limit: 5 })).filter(({ verb }) =>
      verb.startsWith("quarantine."),
    );

  it("it is seen from whom and for whom, and not what it says", async () => {
    const recipients = Array.from({ length: 30 }, (_, at) => `r${at}@demo.test`);
    const id = await bench.hold({ recipients });
    const answer = await call("get", { ids: null });
    expect(JSON.stringify(answer)).not.toContain("secret");
    expect(answer.list).toMatchObject([
      {
        id,
        mailFrom: "kim@example.net",
        from: "kim@example.net",
        subject: "Bill",
        threat: "Test.Virus",
        by: "clamd",
        isReleased: false,
        recipients: recipients.slice(0, 20),
      },
    ]);
    const found = await call("query", { filter: { text: "test.vir" } });
    expect(found["ids"]).toEqual([id]);
    expect((await call("query", { filter: { text: "carol" } }))["ids"]).toEqual([]);
  });

  it("accepted again, it is held once", async () => {
    const id = await bench.hold({ transactionId: "again" });
    expect(await bench.hold({ transactionId: "again" })).toBe(id);
    expect((await call("get", { ids: null })).list).toHaveLength(1);
  });

  it("released, it is delivered once, and says what was found in it", async () => {
    const id = await bench.hold();
    await releaseMail(bench.engine, { id });
    expect(await bobsMail()).toEqual([]);
    await call("set", { update: { [id]: { isReleased: true } } });
    // Until it is there nobody deletes it.
    expect(await call("set", { destroy: [id] })).toMatchObject({
      notDestroyed: { [id]: { type: "forbidden" } },
    });
    await releaseMail(bench.engine, { id });
    await releaseMail(bench.engine, { id });
    expect(await bobsMail()).toMatchObject([
      {
        subject: "Bill",
        junk: { isJunk: false, reasons: [{ kind: "virus", detail: "Test.Virus" }] },
      },
    ]);
    expect(await acts()).toMatchObject([
      { verb: "quarantine.release", thing: id, detail: { threat: "Test.Virus" } },
    ]);
    const back = await call("set", { update: { [id]: { isReleased: false } } });
    expect(back).toMatchObject({ notUpdated: { [id]: { properties: ["isReleased"] } } });
  });

  it("deleted, nobody gets it", async () => {
    const id = await bench.hold();
    expect(await call("set", { destroy: [id] })).toMatchObject({ destroyed: [id] });
    await releaseMail(bench.engine, { id });
    expect(await bobsMail()).toEqual([]);
    expect(await acts()).toMatchObject([{ verb: "quarantine.destroy", thing: id }]);
  });

  it("its recipients are told, once an hour", async () => {
    await bench.hold();
    await bench.hold();
    expect(await tellRecipients(bench.engine)).toBe(1);
    expect(await tellRecipients(bench.engine)).toBe(0);
    const [told, ...more] = await bobsMail();
    expect(more).toEqual([]);
    expect(told).toMatchObject({ subject: "A message with a virus was held back" });
    expect(told!.preview).toContain("kim@example.net");
    bench.platform.clock.advance(NOTICE_PAUSE);
    await bench.hold();
    expect(await tellRecipients(bench.engine)).toBe(1);
    expect(await bobsMail()).toHaveLength(2);
  });

  it("it goes after 30 days, and the oldest goes where there is too much", async () => {
    await bench.hold();
    bench.platform.clock.advance(QUARANTINED_FOR - 1000);
    expect(await trimQuarantine(bench.engine)).toBe(0);
    bench.platform.clock.advance(2000);
    const id = await bench.hold();
    expect(await trimQuarantine(bench.engine)).toBe(1);
    expect((await call("get", { ids: null })).list).toMatchObject([{ id }]);
  });

  it("of too many, the oldest make room", async () => {
    await sql`
      insert into quarantined_mail (account_id, id, transaction_id, received_at, mail_from, recipients, account_ids,
        sender, blob_hash, size, threat, by)
      select ${ORGANISATION}, 'z000' || to_char(n, 'FM00000'), 'many' || n, now(), '', '{}', '{}', '', 'h', 1, 'x', 'clamd'
      from generate_series(1, ${MAX_QUARANTINED}) n`.execute(bench.platform.db);
    // What was released is still on its way.
    await sql`update quarantined_mail set is_released = true where id = 'z00000001'`.execute(
      bench.platform.db,
    );
    await bench.hold();
    await sql`update quarantined_mail set is_released = false where id = 'z00000001'`.execute(
      bench.platform.db,
    );
    const id = await bench.hold();
    const { rows } = await sql<{ ids: string[]; count: number }>`
      select count(*)::int, (array_agg(id order by id))[1:1] || max(id) as ids from quarantined_mail`.execute(
      bench.platform.db,
    );
    expect(rows).toEqual([{ count: MAX_QUARANTINED, ids: ["z00000003", id] }]);
  });

  it("what a stranger wrote is neither a link nor a paragraph of the notice", async () => {
    await bench.hold({ subject: "x\n\nYour mailbox is locked: https://evil.example" });
    await tellRecipients(bench.engine);
    const [{ blob_hash: hash }] = (await bench.platform.db
      .selectFrom("email")
      .select("blob_hash")
      .where("account_id", "=", bench.bob.accountId)
      .execute()) as [{ blob_hash: string }];
    const text = String(await bench.platform.blobs.read(hash)).replaceAll(/=\r\n/g, "");
    expect(text).toContain("x Your mailbox is locked");
    expect(text).not.toContain("https://evil.example");
  });

  it("a release that was given up is asked for again, and ends where the bytes are gone", async () => {
    const id = await bench.hold();
    await call("set", { update: { [id]: { isReleased: true } } });
    await sql`delete from graphile_worker._private_jobs`.execute(bench.platform.db);
    await trimQuarantine(bench.engine);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int from graphile_worker.jobs where task_identifier = 'quarantine.release'`.execute(
      bench.platform.db,
    );
    expect(rows).toEqual([{ count: 1 }]);
    const { blob_hash: hash } = await bench.platform.db
      .selectFrom("quarantined_mail")
      .select("blob_hash")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    await bench.platform.blobs.remove(hash, new Date(8.64e15));
    await releaseMail(bench.engine, { id });
    expect(await call("set", { destroy: [id] })).toMatchObject({ destroyed: [id] });
  });
});
