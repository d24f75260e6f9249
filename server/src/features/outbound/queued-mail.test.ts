import { QueuedMail } from "@atrium/contract/types/queued-mail";
import { beforeEach, describe, expect, it } from "vitest";
import { callMethod, conformsToJmap, type Answer } from "../../engine/testing/conforms.ts";
import { putInQueue } from "../../testing/waiting-mail.ts";
import { ORGANISATION } from "../accounts/index.ts";
import { administrationBench } from "../accounts/testing/bench.ts";
import { queuedMailType } from "./queued-mail.ts";

async function fixture() {
  const notify = { send: () => undefined };
  const bench = await administrationBench({ types: [queuedMailType({ notify })] });
  /** Puts a mail of Bob's into the queue, which nothing works off here. */
  const enqueue = async (notBefore = bench.platform.clock.now()): Promise<string> => {
    const sender = { accountId: bench.bob.accountId, address: "bob@demo.test" };
    const to = ["ann@example.net", "ben@example.net"];
    const id = await putInQueue(bench, sender, to, { notBefore, subject: "secret words" });
    await bench.engine.write([ORGANISATION], async (w) => w.touched(ORGANISATION, QueuedMail.name));
    return id;
  };
  return { ...bench, enqueue };
}

conformsToJmap(QueuedMail, async () => {
  const { engine, actor, bob, enqueue } = await fixture();
  return {
    engine,
    actor,
    accountId: ORGANISATION,
    foreign: { accountId: bob.accountId, id: "q0" },
    make: () => enqueue(),
    destroys: false,
    queries: true,
    isUnlogged: true,
  };
});

const GONE = { type: "invalidArguments", code: "notFound" };

describe("mail that waits, as administrators see it", () => {
  let bench: Awaited<ReturnType<typeof fixture>>;
  beforeEach(async () => {
    bench = await fixture();
  });

  const call = (verb: string, args: object): Promise<Answer> =>
    callMethod(bench, QueuedMail, verb, { accountId: ORGANISATION, ...args });
  const held = () => new Date(bench.platform.clock.now().getTime() + 60_000);
  const acts = async (thing: string) =>
    (await bench.accounts.acts.list("system", { limit: 100 })).filter((act) => act.thing === thing);

  it("it is seen for whom, and not what it says", async () => {
    const id = await bench.enqueue();
    const answer = await call("get", { ids: null });
    expect(JSON.stringify(answer)).not.toContain("secret words");
    expect(answer.list).toMatchObject([
      {
        id,
        mailFrom: "bob@demo.test",
        recipientCount: 2,
        recipients: [
          { address: "ann@example.net", attempts: 0, isBusy: false, reply: null },
          { address: "ben@example.net" },
        ],
      },
    ]);
  });

  it("of many recipients some are shown, and all are counted", async () => {
    const sender = { accountId: bench.bob.accountId, address: "bob@demo.test" };
    const to = Array.from({ length: 30 }, (_, at) => `r${at}@example.net`);
    const id = await putInQueue(bench, sender, to);
    const [mail] = (await call("get", { ids: [id] })).list!;
    expect(mail).toMatchObject({ recipientCount: 30 });
    expect((mail!["recipients"] as { address: string }[]).map(({ address }) => address)).toEqual(
      to.slice(0, 20),
    );
  });

  it("it is found by its sender and recipients, the oldest first", async () => {
    const [first, second] = [await bench.enqueue(), await bench.enqueue()];
    const query = async (args: object) => (await call("query", args))["ids"];
    expect(await query({ filter: { text: "BEN@" } })).toEqual([first, second]);
    expect(await query({ filter: { text: "bob@" } })).toEqual([first, second]);
    const newest = [{ property: "createdAt", isAscending: false }];
    expect(await query({ sort: newest })).toEqual([second, first]);
    for (const text of ["alice", "%", "\0", "'"])
      expect(await query({ filter: { text } })).toEqual([]);
  });

  it("it is tried now, but not what its sender can still take back", async () => {
    const now = bench.platform.clock.now();
    const [due, kept] = [await bench.enqueue(), await bench.enqueue(held())];
    await bench.platform.db
      .updateTable("queue_recipient")
      .set({ next_at: new Date(now.getTime() + 3_600_000) })
      .execute();
    expect(await call("retry", { id: due })).toMatchObject({ recipients: 2 });
    expect(await call("retry", { id: kept })).toMatchObject(GONE);
    expect(await call("retry", {})).toMatchObject({ recipients: 2 });
    const [mail] = (await call("get", { ids: [due] })).list!;
    const [recipient] = mail!["recipients"] as { nextAt: string }[];
    expect(new Date(recipient!.nextAt)).toEqual(now);
    expect(await call("retry", { id: "q0" })).toMatchObject(GONE);
  });

  it("what is given up is out of the queue, and who did it is written down", async () => {
    const id = await bench.enqueue();
    expect(await call("giveUp", { id })).toMatchObject({ recipients: 2 });
    expect(await call("get", { ids: [id] })).toMatchObject({ list: [], notFound: [id] });
    expect(await call("giveUp", { id })).toMatchObject(GONE);
    expect(await acts(id)).toMatchObject([
      { verb: "queue.drop", personId: bench.alice.id, detail: { recipients: 2 } },
    ]);
    expect(await call("giveUp", {})).toMatchObject({ type: "invalidArguments" });
    const both = { id, domain: "example.net" };
    expect(await call("giveUp", both)).toMatchObject({ type: "invalidArguments" });
  });

  it("all for one domain is tried now or given up together, but not what is held back", async () => {
    const [due, kept] = [await bench.enqueue(), await bench.enqueue(held())];
    const domain = "example.net";
    expect(await call("retry", { domain })).toMatchObject({ recipients: 2 });
    expect(await call("retry", { domain: "example.com" })).toMatchObject(GONE);
    expect(await call("giveUp", { domain })).toMatchObject({ recipients: 2 });
    expect(await call("get", { ids: [due, kept] })).toMatchObject({ list: [{ id: kept }] });
    expect(await call("giveUp", { domain })).toMatchObject(GONE);
    for (const odd of ["\0", "", "'", "x".repeat(10_000)])
      expect(await call("giveUp", { domain: odd })).toMatchObject(GONE);
    expect((await acts(domain)).map(({ verb }) => verb)).toEqual(["queue.drop", "queue.retry"]);
  });
});
