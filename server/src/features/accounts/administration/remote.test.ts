import { Remote } from "@atrium/contract/types/remote";
import { beforeAll, describe, expect, it } from "vitest";
import { callMethod, conformsToJmap, type Answer } from "../../../engine/testing/conforms.ts";
import { asInBrowser, ORGANISATION } from "../index.ts";
import { administrationBench, GOOD_PASSWORD } from "../testing/bench.ts";

conformsToJmap(Remote, async () => {
  const { engine, actor, bob } = await administrationBench();
  let count = 0;
  const patch = () => {
    count += 1;
    return { pinnedVersion: `1.0.${count}` };
  };
  return {
    engine,
    actor,
    accountId: ORGANISATION,
    foreign: { accountId: bob.accountId, id: "elsewhere" },
    async make() {
      const args = { accountId: ORGANISATION, update: { drive: patch() } };
      await callMethod({ engine, actor }, Remote, "set", args);
      return "drive";
    },
    patch,
    destroys: false,
    queries: false,
    isFixed: true,
  };
});

describe("the drive remote as the organisation wants it", () => {
  let bench: Awaited<ReturnType<typeof administrationBench>>;
  beforeAll(async () => {
    bench = await administrationBench();
  });

  const set = (patch: object, actor = bench.actor): Promise<Answer> =>
    callMethod({ ...bench, actor }, Remote, "set", {
      accountId: ORGANISATION,
      update: { drive: patch },
    });
  const read = async () => (await bench.accounts.remotes.read())[0];
  const lastAct = async () => {
    const [act] = await bench.accounts.acts.list(bench.actor, { limit: 1 });
    return [act!.verb, act!.thing, act!.detail];
  };

  it("is on, in any version, until somebody decides otherwise", async () => {
    expect(await read()).toEqual({
      id: "drive",
      isEnabled: true,
      reason: null,
      pinnedVersion: null,
    });
  });

  it("is switched off with a reason and on again, which takes the reason away", async () => {
    await set({ isEnabled: false, reason: "It lost files" });
    expect(await read()).toMatchObject({ isEnabled: false, reason: "It lost files" });
    expect(await lastAct()).toEqual(["remote.disable", "drive", { reason: "It lost files" }]);
    const answer = await set({ isEnabled: true });
    expect(answer["updated"]).toEqual({ drive: { reason: null } });
    expect(await read()).toMatchObject({ isEnabled: true, reason: null });
    expect(await lastAct()).toEqual(["remote.enable", "drive", {}]);
  });

  it("is pinned to a version and set free again", async () => {
    await set({ pinnedVersion: "1.2.0-rc.1+7" });
    expect(await read()).toMatchObject({ pinnedVersion: "1.2.0-rc.1+7" });
    expect(await lastAct()).toEqual(["remote.pin", "drive", { version: "1.2.0-rc.1+7" }]);
    await set({ pinnedVersion: null });
    expect(await read()).toMatchObject({ pinnedVersion: null });
    expect(await lastAct()).toEqual(["remote.unpin", "drive", {}]);
  });

  it.each([
    ["a version with a blank", { pinnedVersion: "1 0" }, "pinnedVersion"],
    ["a version that leaves an attribute", { pinnedVersion: '1"><script>' }, "pinnedVersion"],
    ["no version", { pinnedVersion: "" }, "pinnedVersion"],
    ["a version that is too long", { pinnedVersion: "1".repeat(65) }, "pinnedVersion"],
    ["an empty reason", { isEnabled: false, reason: " " }, "reason"],
    ["a reason of several lines", { isEnabled: false, reason: "a\nb" }, "reason"],
    ["a reason that is too long", { isEnabled: false, reason: "x".repeat(301) }, "reason"],
  ])("refuses %s and changes nothing", async (_, patch, property) => {
    const before = await read();
    expect((await set(patch))["notUpdated"]).toMatchObject({
      drive: { type: "invalidProperties", properties: [property] },
    });
    expect(await read()).toEqual(before);
  });

  it("is one of those that this release knows: none is made or destroyed", async () => {
    const answer = await callMethod(bench, Remote, "set", {
      accountId: ORGANISATION,
      create: { a: { isEnabled: true } },
      destroy: ["drive"],
    });
    expect(answer).toMatchObject({
      notCreated: { a: { type: "forbidden" } },
      notDestroyed: { drive: { type: "forbidden" } },
    });
  });

  it("is read by everybody in a browser and changed by administrators alone", async () => {
    const given = { address: "bob@demo.test", password: GOOD_PASSWORD };
    const bob = await bench.accounts.authenticate(given, { ip: "192.0.2.8" });
    const until = new Date(bench.platform.clock.now().getTime() + 60_000);
    const inBrowser = asInBrowser(bob, until);
    const args = { accountId: ORGANISATION, ids: null };
    const { list } = await callMethod({ ...bench, actor: inBrowser }, Remote, "get", args);
    expect(list).toEqual([await read()]);
    expect(await set({ isEnabled: false }, inBrowser)).toMatchObject({ type: "accountReadOnly" });
  });
});
