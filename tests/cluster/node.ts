import { setTimeout as pause } from "node:timers/promises";
import { HANG } from "../../server/src/testing/sink.ts";
import type { Bench } from "./bench.ts";
import { call, mailboxId } from "./jmap.ts";
import { startWork } from "./load.ts";
import type { Check, Part } from "./part.ts";
import { conclude } from "./stored.ts";

const KILLS = 4;
/** Of each kind, between two kills. */
const BETWEEN = 60;

/** A node goes without a word, again and again, while people work. */
export const node: Part = {
  name: "node",
  title: "A node killed (-9) under load",
  async run(bench, check) {
    await sending(bench, check);
    const work = await startWork(bench);
    await work.more(BETWEEN);
    work.longestPause();
    for (let kill = 0; kill < KILLS; kill += 1) {
      const victim = bench.nodes[kill % 2]!;
      await victim.kill();
      await work.more(BETWEEN);
      bench.say(
        `kill ${kill + 1}: nothing was acknowledged for ${work.longestPause().toFixed(0)} ms`,
      );
      await victim.start();
      await work.more(BETWEEN);
    }
    await conclude(bench, work, check);
  },
};

/** Mail on its way out when its node dies, and snoozed mail, become the business of the other one. */
async function sending(bench: Bench, check: Check): Promise<void> {
  const [victim, other] = bench.nodes;
  const [alice] = bench.people;
  const box = await mailboxId(victim.url, alice, "drafts");
  const { list } = await call<{ list: { id: string }[] }>(victim.url, alice, "Identity/get", {});
  bench.elsewhere.play({ end: HANG });
  const { created } = await call<{ created: Record<string, { id: string }> }>(
    victim.url,
    alice,
    "Email/set",
    {
      create: {
        letter: {
          mailboxIds: { [box]: true },
          from: [{ email: alice.address }],
          to: [{ email: "somebody@elsewhere.test" }],
          subject: "under way",
          bodyStructure: { type: "text/plain", partId: "text" },
          bodyValues: { text: { value: "Hello" } },
        },
      },
    },
  );
  await other.stop();
  await call(victim.url, alice, "EmailSubmission/set", {
    create: { letter: { emailId: created["letter"]!.id, identityId: list[0]!.id } },
  });
  // The next server has it all and has not answered yet.
  while (bench.elsewhere.messages.length === 0) await pause(20);
  await other.start();
  await victim.kill();
  const began = Date.now();
  bench.elsewhere.disconnect();
  bench.elsewhere.clear();
  bench.elsewhere.play({});
  while (bench.elsewhere.messages.length === 0 && Date.now() - began < 200_000) await pause(200);
  const taken = (Date.now() - began) / 1000;
  check(
    "mail that was under way when its node died is sent by the other",
    bench.elsewhere.messages.length > 0,
    `not after ${taken.toFixed(0)} s`,
  );
  bench.say(`mail of the dead node went out after ${taken.toFixed(0)} s`);
  await victim.start();
  await pause(3000);
  const count = bench.elsewhere.messages.filter(({ isAcknowledged }) => isAcknowledged).length;
  check("it is sent once", count === 1, `${count} times`);
}
