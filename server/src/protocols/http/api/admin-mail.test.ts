import type { AdminQueuedMail, DomainCheck } from "@atrium/contract/api/admin";
import { expect, test } from "vitest";
import { putInQueue } from "../../../testing/waiting-mail.ts";
import { codeOf, httpBench } from "../testing/bench.ts";

const bench = await httpBench();
const alice = await bench.signedIn("alice@demo.test");

const QUEUE = "/api/admin/queue";

/** Puts a mail of Bob's into the queue, which nothing works off here. */
const enqueue = (notBefore = bench.platform.clock.now()): Promise<string> =>
  putInQueue(
    bench,
    { accountId: bench.bob.accountId, address: "bob@demo.test" },
    ["ann@example.net", "ben@example.net"],
    { notBefore, subject: "secret words" },
  );

const waiting = async (): Promise<AdminQueuedMail[]> => (await alice.get(QUEUE)).json();

test("an administrator sees for whom mail waits, and not what it says", async () => {
  const id = await enqueue();
  const answer = await alice.get(QUEUE);
  expect(answer.body).not.toContain("secret words");
  expect(answer.json()).toMatchObject([
    {
      id,
      mailFrom: "bob@demo.test",
      recipients: [
        { address: "ann@example.net", attempts: 0, isBusy: false, reply: null },
        { address: "ben@example.net" },
      ],
    },
  ]);
  expect((await alice.send("DELETE", `${QUEUE}/${id}`)).json()).toEqual({ recipients: 2 });
});

test("what waits is tried now, but not what its sender can still take back", async () => {
  const now = bench.platform.clock.now();
  const [due, held] = [await enqueue(), await enqueue(new Date(now.getTime() + 60_000))];
  await bench.platform.db
    .updateTable("queue_recipient")
    .set({ next_at: new Date(now.getTime() + 3_600_000) })
    .execute();
  expect((await alice.post(`${QUEUE}/${due}/retry`)).json()).toEqual({ recipients: 2 });
  expect(codeOf(await alice.post(`${QUEUE}/${held}/retry`))).toBe("notFound");
  expect((await alice.post(`${QUEUE}/retry`)).json()).toEqual({ recipients: 2 });
  const [first] = await waiting();
  expect(new Date(first!.recipients[0]!.nextAt)).toEqual(bench.platform.clock.now());
  expect(codeOf(await alice.post(`${QUEUE}/q0/retry`))).toBe("notFound");
});

test("mail that is given up is out of the queue, and who did it is written down", async () => {
  const id = await enqueue();
  expect((await alice.send("DELETE", `${QUEUE}/${id}`)).json()).toEqual({ recipients: 2 });
  expect((await waiting()).map((mail) => mail.id)).not.toContain(id);
  expect(codeOf(await alice.send("DELETE", `${QUEUE}/${id}`))).toBe("notFound");
  const acts = await bench.accounts.acts.list("system", { limit: 100 });
  expect(acts.filter(({ thing }) => thing === id)).toMatchObject([
    { verb: "queue.drop", personId: bench.alice.id, detail: { recipients: 2 } },
  ]);
});

test("what waits for one domain is tried now or given up together, but not what is held back", async () => {
  const now = bench.platform.clock.now();
  const [due, held] = [await enqueue(), await enqueue(new Date(now.getTime() + 60_000))];
  const domain = `${QUEUE}/domains/example.net`;
  expect((await alice.post(`${domain}/retry`)).json()).toMatchObject({ recipients: 4 });
  expect(codeOf(await alice.post(`${QUEUE}/domains/example.com/retry`))).toBe("notFound");
  expect((await alice.send("DELETE", domain)).json()).toMatchObject({ recipients: 4 });
  const left = (await waiting()).map((mail) => mail.id);
  expect(left).toContain(held);
  expect(left).not.toContain(due);
  expect(codeOf(await alice.send("DELETE", domain))).toBe("notFound");
  const acts = await bench.accounts.acts.list("system", { limit: 100 });
  expect(acts.filter(({ thing }) => thing === "example.net").map(({ verb }) => verb)).toEqual([
    "queue.drop",
    "queue.retry",
  ]);
  const bob = bench.browser();
  await bob.signIn("bob@demo.test");
  expect(codeOf(await bob.post(`${domain}/retry`))).toBe("forbidden");
  expect(codeOf(await bob.send("DELETE", domain))).toBe("forbidden");
});

test("a domain's records are looked up, and each says what to set", async () => {
  bench.platform.names.set({
    "mail.demo.test": { A: ["192.0.2.1"] },
    "demo.test": { MX: [[10, "mail.demo.test"]] },
  });
  const check: DomainCheck = (await alice.get("/api/admin/domains/demo.test/check")).json();
  expect(check).toMatchObject({
    domain: "demo.test",
    host: "mail.demo.test",
    addresses: [{ address: "192.0.2.1", leadsBack: false }],
    hostFault: null,
  });
  expect(check.records.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
    "MX stands",
    "SPF missing",
    "DKIM missing",
    "DKIM missing",
    "DMARC missing",
    "MTA-STS missing",
    "TLS-RPT missing",
  ]);
  expect(check.records[1]!.value).toBe("v=spf1 mx -all");
  expect(codeOf(await alice.get("/api/admin/domains/other.test/check"))).toBe("notFound");
});

test("a name server that does not answer is said, and is no record that is missing", async () => {
  bench.platform.names.set({
    "mail.demo.test": { fails: "servfail" },
    "demo.test": { fails: "servfail" },
  });
  const check: DomainCheck = (await alice.get("/api/admin/domains/demo.test/check")).json();
  expect(check.hostFault).not.toBe(null);
  expect(check.records[0]).toMatchObject({ kind: "MX", state: "unknown" });
});
