import { beforeAll, expect, test } from "vitest";
import { IS_WHOLE } from "../../formats/src/testing/whole.ts";
import { runCampaign } from "./campaign.ts";
import type { FuzzServer } from "./fuzz-server.ts";
import { startProbe } from "./probe.ts";
import { fuzzedMessage } from "./messages/message.ts";
import { fuzzedRequest } from "./requests/request.ts";
import { asSentences, runFuzz, type FuzzOutcome } from "./run-fuzz.ts";

const SEED = 1;

test("the probe sees what a turn costs in CPU time, and not how long one sleeps", async () => {
  const probe = startProbe();
  const turn = async (work: () => void): Promise<number> => {
    probe.reset();
    await new Promise<void>((resolve) => {
      setImmediate(() => {
        work();
        resolve();
      });
    });
    return (await probe.read()).longest;
  };
  const used = (): number => process.threadCpuUsage().user;
  const busy = await turn(() => {
    for (const start = used(); used() - start < 80_000;);
  });
  expect(busy).toBeGreaterThanOrEqual(80);
  const asleep = await turn(
    () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300),
  );
  expect(asleep).toBeLessThan(80);
});

test("a seed says everything about its messages and requests", () => {
  const methods = ["Email/get", "Email/query", "Mailbox/set"];
  for (let index = 0; index < 200; index += 1) {
    expect(fuzzedMessage(SEED, index)).toEqual(fuzzedMessage(SEED, index));
    expect(fuzzedRequest(SEED, index, methods)).toEqual(fuzzedRequest(SEED, index, methods));
  }
  expect(fuzzedMessage(SEED, 1).octets).not.toEqual(fuzzedMessage(SEED + 1, 1).octets);
});

test("a failure is reduced to the one item and the one step that make it", async () => {
  interface Item {
    readonly index: number;
    readonly steps: readonly number[];
  }
  const calm = { longest: 0, withCollections: 0, longestCollection: 0 };
  const server = {
    isAlive: () => true,
    faults: () => [],
    held: () => 0,
    resetProbe: async () => undefined,
    readProbe: async () => calm,
  } as unknown as FuzzServer;
  const { failures } = await runCampaign<Item>(
    {
      name: "items",
      make: (index, kept = [0, 1, 2]) => ({ index, steps: kept }),
      stepsOf: ({ steps }) => steps,
      describe: ({ steps }) => `with ${steps.join(",")}`,
      bytesOf: () => Buffer.of(),
      run: async (items) =>
        items.some(({ index, steps }) => index === 70 && steps.includes(1))
          ? [{ kind: "it broke", detail: "" }]
          : [],
      prepare: async () => undefined,
    },
    { first: 0, count: 200, server: () => server, restart: async () => undefined },
  );
  expect(failures).toMatchObject([{ kind: "it broke", index: 70 }]);
  expect(failures[0]!.reproducer).toMatch(/^items 70, steps 1: with 1 /);
});

/** A sample of what `npm run soak -- --only fuzz` does. */
const SAMPLE = IS_WHOLE
  ? { messages: 320, requests: 640, warmUp: 64 }
  : { messages: 16, requests: 32, warmUp: 8 };
let outcome: FuzzOutcome;
beforeAll(async () => {
  outcome = await runFuzz({ seed: SEED, first: 0, ...SAMPLE });
}, 600_000);

test("mutated messages are taken whole or refused, and can be read in every way", () => {
  expect(asSentences(outcome.campaigns.messages, SEED, false)).toEqual([]);
});

test("mutated requests are answered, by no error of the server's own and with nobody else's data", () => {
  expect(asSentences(outcome.campaigns.requests, SEED, false)).toEqual([]);
});

test("no message and no request holds the event loop for more than its bound", () => {
  const { messages, requests } = outcome.campaigns;
  expect([messages, requests].flatMap((one) => asSentences(one, SEED, true))).toEqual([]);
});

test("meanwhile the process stays within its memory", () => {
  expect(outcome.memory).toEqual([]);
});

test("every method that is served is asked for", () => {
  const { methods } = outcome;
  const asked = new Set<string>();
  for (let index = 0; index < 3000; index += 1) {
    const request = fuzzedRequest(SEED, index, methods, []);
    if (request.via !== "http" || request.path !== "/jmap/api") continue;
    for (const [, name] of request.body.matchAll(/\["(\w+\/\w+)",\{/g)) asked.add(name!);
  }
  expect([...asked].sort()).toEqual([...methods].sort());
});
