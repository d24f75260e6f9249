import { Passkey } from "@atrium/contract/types/passkey";
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "../../../engine/index.ts";
import { callMethod, conformsToJmap } from "../../../engine/testing/conforms.ts";
import { LIMITS } from "../limits.ts";
import { administrationBench, GOOD_PASSWORD, peopledBench } from "../testing/bench.ts";
import { createDevice } from "../testing/software-authenticator.ts";

const ORIGIN = "http://localhost";
const CLIENT = { ip: "192.0.2.1", userAgent: "Browser" };

type Bench = Awaited<ReturnType<typeof peopledBench>>;

/** Has a device make one. */
async function add({ accounts: { passkeys } }: Bench, actor: Actor): Promise<string> {
  const created = createDevice().create(await passkeys.begin(actor, ORIGIN));
  return (await passkeys.add(actor, { name: "Laptop", created }, ORIGIN)).id;
}

conformsToJmap(Passkey, async () => {
  const bench = await administrationBench();
  const { accounts, engine, actor, bob } = bench;
  const signedIn = await accounts.signIn(
    { address: "bob@demo.test", password: GOOD_PASSWORD },
    CLIENT,
  );
  const foreign = { accountId: bob.accountId, id: await add(bench, signedIn.actor) };
  let count = 0;
  return {
    engine,
    actor,
    accountId: actor.accountId,
    foreign,
    make: () => add(bench, actor),
    patch: () => ({ name: `Key ${(count += 1)}` }),
    destroys: true,
    queries: false,
  };
});

describe("passkeys", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await peopledBench();
  });

  const signIn = async () => {
    const known = { address: "bob@demo.test", password: GOOD_PASSWORD };
    const { actor } = await bench.accounts.signIn(known, CLIENT);
    const browserSession = { ...actor.browserSession!, origin: ORIGIN };
    return { ...actor, browserSession };
  };
  const call = (actor: Actor, verb: string, args: object = {}) =>
    callMethod({ engine: bench.engine, actor }, Passkey, verb, {
      accountId: actor.accountId,
      ...args,
    });
  const begin = async (actor: Actor) =>
    (await call(actor, "begin"))["creation"] as Parameters<
      ReturnType<typeof createDevice>["create"]
    >[0];

  it("are made by a device and a page of this server together", async () => {
    const actor = await signIn();
    const created = createDevice().create(await begin(actor));
    const { state: sinceState } = await call(actor, "get", { ids: [] });
    const { id } = (await call(actor, "add", { name: " Key  ring ", created })) as unknown as {
      id: string;
    };
    expect((await call(actor, "get", { ids: [id] })).list).toMatchObject([{ name: "Key ring" }]);
    expect(await call(actor, "changes", { sinceState })).toMatchObject({ created: [id] });
    const { origin: _, ...browserSession } = actor.browserSession;
    expect(await call({ ...actor, browserSession }, "begin")).toMatchObject({ error: true });
    expect(await call(actor, "set", { create: { a: { name: "x" } } })).toMatchObject({
      notCreated: { a: { type: "forbidden" } },
    });
  });

  it("want a proof that is not old for each of their changes", async () => {
    const actor = await signIn();
    const id = await add(bench, actor);
    const created = createDevice().create(await begin(actor));
    bench.platform.clock.advance(LIMITS.proofKept);
    const refused = { error: true, type: "proofRequired" };
    for (const [verb, args] of [
      ["begin", {}],
      ["add", { name: "x", created }],
      ["set", { update: { [id]: { name: "x" } } }],
      ["set", { destroy: [id] }],
    ] as const)
      expect(await call(actor, verb, args)).toMatchObject(refused);
    expect((await call(actor, "get", { ids: [id] })).list).toHaveLength(1);
  });

  it("are not kept for a session that has ended meanwhile", async () => {
    const actor = await signIn();
    const created = createDevice().create(await begin(actor));
    await bench.accounts.sessions.end(actor);
    expect(await call(actor, "add", { name: "x", created })).toMatchObject({
      error: true,
      code: "notSignedIn",
    });
  });

  it("are at most so many, also of those that are made at once", async () => {
    const actor = await signIn();
    const { list } = await call(actor, "get");
    for (let i = list!.length; i < LIMITS.passkeysPerPerson - 1; i += 1) await add(bench, actor);
    const made = [
      createDevice().create(await begin(actor)),
      createDevice().create(await begin(actor)),
    ];
    const answers = await Promise.all(
      made.map((created) => call(actor, "add", { name: "Key", created })),
    );
    expect(answers.filter(({ error }) => error)).toMatchObject([{ type: "forbidden" }]);
    expect((await call(actor, "get")).list).toHaveLength(LIMITS.passkeysPerPerson);
  });

  it("are followed in open windows when somebody takes them away", async () => {
    const { accounts, bob } = bench;
    const actor = await signIn();
    for (const take of [
      () => accounts.secondFactor.reset("system", bob.id),
      () => accounts.persons.setPassword("system", bob.id, GOOD_PASSWORD),
    ]) {
      const by = await signIn();
      const { list } = await call(by, "get");
      const ids = list!.length > 0 ? list!.map(({ id }) => id) : [await add(bench, by)];
      const { state: sinceState } = await call(actor, "get", { ids: [] });
      await take();
      const changes = await call(actor, "changes", { sinceState });
      expect([...(changes["destroyed"] as string[])].sort()).toEqual([...ids].sort());
    }
  });
});
