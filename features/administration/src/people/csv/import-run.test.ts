import { MethodFailed, type Account, type JmapClient } from "@atrium/jmap";
import { beforeEach, expect, test, vi } from "vitest";
import { importPeople, type Outcome } from "./import-run.ts";
import type { Newcomer } from "./plan.ts";

const newcomers = (count: number): Newcomer[] =>
  Array.from({ length: count }, (_, index) => ({
    line: index + 2,
    person: { name: `Person ${index}`, address: `p${index}@demo.test` },
  }));

let outcomes: Outcome[] = [];
/** How many people each request made. */
let requests: number[] = [];
let synced = 0;
let proofs = 0;
beforeEach(() => {
  [outcomes, requests, synced, proofs] = [[], [], 0, 0];
  vi.stubGlobal("location", { origin: "https://atrium.test" });
});

const account = {
  id: "organisation",
  sync: async () => void synced++,
} as unknown as Account;

/** A server that makes everybody but whom it refuses. */
function run(
  count: number,
  {
    refused = {},
    withLinks = false,
    needsProof = false,
    controller = new AbortController(),
    onRequest = () => undefined,
  }: {
    readonly refused?: Readonly<Record<string, object>>;
    readonly withLinks?: boolean;
    /** The last proof was too long ago when links are made. */
    readonly needsProof?: boolean;
    readonly controller?: AbortController;
    readonly onRequest?: () => unknown;
  } = {},
): Promise<void> {
  const call = async (name: string, args: { create: object; id: string }): Promise<unknown> => {
    if (name === "Person/invite") {
      if (needsProof && proofs === 0) throw new MethodFailed(name, { type: "proofRequired" });
      if (args.id === "id-l3") throw new Error("no link");
      return { token: `token-${args.id}`, expiresAt: "2026-12-01T00:00:00Z" };
    }
    const asked = Object.keys(args.create);
    requests.push(asked.length);
    await onRequest();
    const made = asked.filter((one) => !(one in refused));
    return {
      created: Object.fromEntries(made.map((one) => [one, { id: `id-${one}` }])),
      notCreated: Object.fromEntries(
        asked.filter((one) => one in refused).map((one) => [one, refused[one]]),
      ),
    };
  };
  return importPeople(newcomers(count), {
    client: { call } as unknown as Pick<JmapClient, "call">,
    account,
    // Somebody who proves who they are whenever they are asked, once.
    prove: (work) =>
      work().catch((error: unknown) => {
        if (!(error instanceof MethodFailed)) throw error;
        proofs += 1;
        return work();
      }),
    withLinks,
    signal: controller.signal,
    onOutcomes: (more) => outcomes.push(...more),
  });
}

test("people are made some at a time, in the order of the file", async () => {
  await run(120);
  expect(requests).toEqual([50, 50, 20]);
  expect(outcomes.map(({ line }) => line)).toEqual(newcomers(120).map(({ line }) => line));
  expect(new Set(outcomes.map(({ result }) => result))).toEqual(new Set(["created"]));
  expect(outcomes.every(({ invitation }) => invitation === null)).toBe(true);
  expect(synced).toBe(1);
});

test("who was refused is told why, and who is there by now is no fault", async () => {
  await run(3, {
    refused: {
      l2: { type: "alreadyExists" },
      l4: { type: "invalidProperties", properties: ["address"] },
    },
  });
  expect(outcomes).toMatchObject([
    { line: 2, result: "present", error: null },
    { line: 3, result: "created" },
    { line: 4, result: "refused", error: { refused: { 4: { type: "invalidProperties" } } } },
  ]);
});

test("each gets a link, or is told that there is none", async () => {
  await run(2, { withLinks: true });
  expect(outcomes).toMatchObject([
    {
      result: "created",
      invitation: {
        link: "https://atrium.test/setting/invitation#token-id-l2",
        until: "2026-12-01T00:00:00Z",
      },
    },
    { result: "created", invitation: null, error: { message: "no link" } },
  ]);
});

test("where links want another proof, it is asked for once, and nobody is without", async () => {
  await run(1, { withLinks: true, needsProof: true });
  expect([proofs, outcomes[0]!.invitation !== null]).toEqual([1, true]);
  expect(requests).toEqual([1]);
});

test("stopped, it ends after the request under way; what that did is told", async () => {
  const controller = new AbortController();
  await run(120, { controller, onRequest: () => controller.abort() });
  expect([requests, outcomes.length]).toEqual([[50], 50]);
});

test("when a request fails, what was done before is told", async () => {
  const failing = run(120, {
    onRequest: () => {
      if (requests.length === 2) throw new Error("away");
    },
  });
  await expect(failing).rejects.toThrow("away");
  expect(outcomes).toHaveLength(50);
});
