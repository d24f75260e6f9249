import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { startLoad } from "../../server/src/testing/smtp-client.ts";
import type { Bench, Person } from "./bench.ts";
import { call, mailboxId, NotNow } from "./jmap.ts";
import { eventSource, type Listener } from "./listener.ts";

const LISTENERS = 10;
const WRITERS = 3;

/** What people and other servers do at the same time, through the balancer. */
export interface Work {
  /** Subjects of drafts that the server said it has, with how often each was answered. */
  readonly drafts: readonly string[];
  /** Message-IDs of mail that was taken with 250. */
  readonly mail: readonly string[];
  /** How long at most nothing at all was acknowledged since the last call, in milliseconds. */
  longestPause(): number;
  /** Waits until so much more was acknowledged of both kinds. */
  more(count: number): Promise<void>;
  failures(): { smtp: number; unavailable: number; broken: number; wrong: string[] };
  readonly listeners: readonly Listener[];
  stop(): Promise<void>;
}

export async function startWork(bench: Bench): Promise<Work> {
  const [alice, bob] = bench.people;
  const drafts: string[] = [];
  const wrong: string[] = [];
  const state = { stopped: false, unavailable: 0, broken: 0 };
  const box = await mailboxId(bench.url, alice, "drafts");
  const listeners = [alice, bob].flatMap((person) =>
    Array.from({ length: LISTENERS / 2 }, () => eventSource(bench.url, person)),
  );
  await Promise.all(listeners.map(({ open }) => open));

  async function write(person: Person): Promise<void> {
    while (!state.stopped) {
      const subject = randomUUID();
      try {
        const { created, notCreated } = await call<{ created?: object; notCreated?: object }>(
          bench.url,
          person,
          "Email/set",
          {
            create: {
              draft: {
                mailboxIds: { [box]: true },
                keywords: { $draft: true },
                subject,
                bodyStructure: { type: "text/plain", partId: "text" },
                bodyValues: { text: { value: "Written while things break." } },
              },
            },
          },
        );
        if (created) drafts.push(subject);
        else wrong.push(JSON.stringify(notCreated));
      } catch (error) {
        if (error instanceof NotNow) state.unavailable += 1;
        else if (error instanceof TypeError || (error as Error).name === "TimeoutError")
          state.broken += 1;
        else wrong.push((error as Error).message);
        await pause(50);
      }
    }
  }

  let turn = 0;
  const smtp = startLoad({
    port: bench.smtpPort,
    connections: 3,
    recipients: () => ((turn += 1) % 3 === 0 ? [alice.address, bob.address] : [alice.address]),
    size: 2000,
  });
  const writers = Array.from({ length: WRITERS }, () => write(alice));
  let last = performance.now();
  let longest = 0;
  let counted = 0;
  const watch = setInterval(() => {
    const done = drafts.length + smtp.acknowledged.length;
    if (done === counted) longest = Math.max(longest, performance.now() - last);
    else last = performance.now();
    counted = done;
  }, 5);
  return {
    drafts,
    mail: smtp.acknowledged,
    listeners,
    longestPause() {
      const answer = longest;
      longest = 0;
      return answer;
    },
    async more(count) {
      const from = [drafts.length, smtp.acknowledged.length] as const;
      const began = Date.now();
      while (drafts.length < from[0] + count || smtp.acknowledged.length < from[1] + count) {
        if (Date.now() - began > 120_000)
          throw new Error(
            `the load stands still: ${JSON.stringify({ ...state, smtp: smtp.failures(), wrong: wrong.slice(0, 3) })}`,
          );
        await pause(10);
      }
    },
    failures: () => ({
      smtp: smtp.failures(),
      unavailable: state.unavailable,
      broken: state.broken,
      wrong,
    }),
    async stop() {
      state.stopped = true;
      await Promise.all([smtp.stop(), ...writers]);
      clearInterval(watch);
    },
  };
}
