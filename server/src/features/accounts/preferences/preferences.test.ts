import { Preferences, PREFERENCES_ID } from "@atrium/contract/types/preferences";
import type { JsonObject } from "@atrium/contract/types/wire";
import { beforeAll, describe, expect, it } from "vitest";
import { callMethod, conformsToJmap, type Answer } from "../../../engine/testing/conforms.ts";
import type { Actor } from "../../../engine/index.ts";
import { administrationBench, GOOD_PASSWORD } from "../testing/bench.ts";

const CLIENT = { ip: "192.0.2.1", userAgent: "Browser" };

conformsToJmap(Preferences, async () => {
  const { engine, actor, bob } = await administrationBench();
  let isDark = false;
  const patch = (): JsonObject => {
    isDark = !isDark;
    return { theme: isDark ? "dark" : "light" };
  };
  return {
    engine,
    actor,
    accountId: actor.accountId,
    foreign: { accountId: bob.accountId, id: PREFERENCES_ID },
    async make() {
      const { accountId } = actor;
      const update = { [PREFERENCES_ID]: patch() };
      await callMethod({ engine, actor }, Preferences, "set", { accountId, update });
      return PREFERENCES_ID;
    },
    patch,
    destroys: false,
    queries: false,
    singleton: true,
  };
});

describe("what a person chose", () => {
  let bench: Awaited<ReturnType<typeof administrationBench>>;
  let bob: Actor;
  const signIn = async () =>
    bench.accounts.signIn({ address: "bob@demo.test", password: GOOD_PASSWORD }, CLIENT);
  beforeAll(async () => {
    bench = await administrationBench();
    bob = (await signIn()).actor;
  });

  const call = (verb: string, args: object): Promise<Answer> =>
    callMethod({ engine: bench.engine, actor: bob }, Preferences, verb, {
      accountId: bob.accountId,
      ...args,
    });
  const choose = (patch: JsonObject) => call("set", { update: { [PREFERENCES_ID]: patch } });
  const chosen = async () => (await call("get", { ids: null })).list![0];
  const row = async () =>
    (
      await bench.platform.db
        .selectFrom("person")
        .select("preferences")
        .where("id", "=", bob.personId)
        .executeTakeFirstOrThrow()
    ).preferences;
  const writeRow = (preferences: JsonObject) =>
    bench.platform.db
      .updateTable("person")
      .set({ preferences: JSON.stringify(preferences) })
      .where("id", "=", bob.personId)
      .execute();

  it("comes with whoever signs in, and is taken back by null", async () => {
    await choose({ locale: "ko", theme: "dark", readerPane: "below", knowsFirstSteps: true });
    expect((await signIn()).info.preferences).toEqual({
      locale: "ko",
      theme: "dark",
      readerPane: "below",
      knowsFirstSteps: true,
    });
    await choose({ theme: null });
    expect((await signIn()).info.preferences).not.toHaveProperty("theme");
    expect(await chosen()).toMatchObject({ theme: null, locale: "ko", density: null });
  });

  it("is one of what there is", async () => {
    for (const patch of [
      { theme: "sepia" },
      { locale: "xx" },
      { swipeLeft: "x".repeat(100_000) },
      { knowsFirstSteps: "yes" },
      { panes: { list: 200 } },
      { timeZone: "Europe/Nowhere" },
      { timeZone: "+02:00" },
      { timeZone: "Europe/Berlin\nX" },
      { timeZone: "E".repeat(100_000) },
    ])
      expect(await choose(patch)).toMatchObject({
        notUpdated: {
          [PREFERENCES_ID]: { type: "invalidProperties", properties: Object.keys(patch) },
        },
      });
  });

  it("has a time zone by any name of the IANA database", async () => {
    for (const timeZone of ["Asia/Seoul", "Europe/Kyiv", "Europe/Kiev", "UTC", null]) {
      expect(await choose({ timeZone })).toMatchObject({ notUpdated: null });
      expect(await chosen()).toMatchObject({ timeZone });
    }
  });

  it("keeps what a newer release wrote, and does not hand it out", async () => {
    const newer = { theme: "sepia", density: "compact", sounds: { mail: null, call: "bell" } };
    await writeRow(newer);
    expect(await chosen()).toMatchObject({ theme: null, density: "compact" });
    expect(await chosen()).not.toHaveProperty("sounds");
    expect((await signIn()).info.preferences).toEqual({ density: "compact" });
    await choose({ density: "roomy", readerPane: "off" });
    expect(await row()).toEqual({ ...newer, density: "roomy", readerPane: "off" });
    await choose({ density: null, readerPane: null });
    expect(await row()).toEqual({ theme: "sepia", sounds: newer.sounds });
  });

  it("is told to the person's other windows and to nobody else's", async () => {
    const told: string[] = [];
    const stop = bench.engine.onChange((changed) => {
      for (const [accountId, types] of Object.entries(changed))
        if (Preferences.name in types) told.push(accountId);
    });
    await choose({ theme: "contrast" });
    await expect.poll(() => told).toEqual([bob.accountId]);
    stop();
    expect(bench.engine.hearsOf(bob, Preferences.name)).toBe(true);
    const { browserSession: _, ...program } = bob;
    expect(bench.engine.hearsOf(program, Preferences.name)).toBe(false);
  });
});
