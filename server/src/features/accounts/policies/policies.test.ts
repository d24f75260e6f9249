import {
  POLICIES_ID,
  Policies,
  POLICY_REASON_MAX_LENGTH,
  PUBLIC_LINK_MAX_DAYS,
} from "@atrium/contract/types/policies";
import { SignInSession } from "@atrium/contract/types/sign-in-session";
import type { JsonObject } from "@atrium/contract/types/wire";
import { sql } from "kysely";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { callMethod, conformsToJmap, type Answer } from "../../../engine/testing/conforms.ts";
import type { Actor } from "../../../engine/index.ts";
import { accountJobs } from "../jobs.ts";
import { LIMITS } from "../limits.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import { NOTE_ENDED } from "../sessions/end-sessions.ts";
import { administrationBench, GOOD_PASSWORD } from "../testing/bench.ts";

const CLIENT = { ip: "192.0.2.1", userAgent: "Browser" };
const HOUR = 3600;

conformsToJmap(Policies, async () => {
  const { engine, actor, bob } = await administrationBench();
  let count = 0;
  const patch = (): JsonObject => ({ deviceReason: `Reason ${(count += 1)}` });
  return {
    engine,
    actor,
    accountId: ORGANISATION,
    foreign: { accountId: bob.accountId, id: POLICIES_ID },
    async make() {
      const update = { [POLICIES_ID]: patch() };
      await callMethod({ engine, actor }, Policies, "set", { accountId: ORGANISATION, update });
      return POLICIES_ID;
    },
    patch,
    destroys: false,
    queries: false,
    singleton: true,
  };
});

describe("what the organisation decides", () => {
  let bench: Awaited<ReturnType<typeof administrationBench>>;
  beforeAll(async () => {
    bench = await administrationBench();
  });

  const signIn = (name: "alice" | "bob") =>
    bench.accounts.signIn({ address: `${name}@demo.test`, password: GOOD_PASSWORD }, CLIENT);
  const callAs = (actor: Actor, verb: string, args: object): Promise<Answer> =>
    callMethod({ engine: bench.engine, actor }, Policies, verb, {
      accountId: ORGANISATION,
      ...args,
    });
  const decide = async (patch: JsonObject): Promise<unknown> => {
    const { actor } = await signIn("alice");
    const answer = await callAs(actor, "set", { update: { [POLICIES_ID]: patch } });
    return (answer["notUpdated"] as JsonObject | null)?.[POLICIES_ID];
  };
  const isIn = async (token: string): Promise<boolean> =>
    (await bench.accounts.actorOfToken(token, CLIENT.ip)) !== null;
  const pass = (seconds: number) => bench.platform.clock.advance(seconds * 1000);
  const lastAct = async () => (await bench.accounts.acts.list("system", { limit: 1 }))[0]!;

  afterEach(() =>
    bench.accounts.policies.change("system", {
      sessionIdle: null,
      sessionMax: null,
      mayKeepOnDevice: true,
    }),
  );

  it("is read by members, who learn nothing of the people that it means", async () => {
    const { actor } = await signIn("bob");
    const { list } = await callAs(actor, "get", { ids: null });
    expect(list).toEqual([
      {
        id: POLICIES_ID,
        sessionIdle: null,
        sessionMax: null,
        sessionsReason: "",
        sessionIdleLimit: LIMITS.sessionIdle / 1000,
        sessionMaxLimit: LIMITS.sessionMax / 1000,
        mayKeepOnDevice: true,
        deviceReason: "",
        mayForwardOutside: true,
        forwardingReason: "",
        publicLinks: true,
        publicLinkExpiry: null,
        publicLinkPassword: false,
        publicLinksReason: "",
        secondFactorFor: "nobody",
        secondFactorFrom: null,
        secondFactorReason: "",
      },
    ]);
    const properties = ["secondFactorMissing"];
    const countFor = async (by: Actor) =>
      (await callAs(by, "get", { ids: null, properties })).list![0]!["secondFactorMissing"];
    expect(await countFor(actor)).toBe(null);
    expect(await countFor((await signIn("alice")).actor)).toBe(0);
    expect(await callAs(actor, "set", { update: { [POLICIES_ID]: {} } })).toMatchObject({
      type: "accountReadOnly",
    });
  });

  it("has a reason in one paragraph", async () => {
    for (const reason of ["x".repeat(POLICY_REASON_MAX_LENGTH + 1), "one\ntwo", "\u0000"])
      for (const name of [
        "sessionsReason",
        "deviceReason",
        "forwardingReason",
        "publicLinksReason",
        "secondFactorReason",
      ])
        expect(await decide({ [name]: reason })).toMatchObject({
          type: "invalidProperties",
          properties: [name],
        });
  });

  it("lets no session last longer than the server does, nor end before use is noticed", async () => {
    for (const seconds of [0, LIMITS.sessionShortest / 1000 - 1])
      expect(await decide({ sessionIdle: seconds, sessionMax: seconds })).toMatchObject({
        type: "invalidProperties",
        properties: ["sessionIdle", "sessionMax"],
      });
    expect(await decide({ sessionIdle: LIMITS.sessionIdle / 1000 + 1 })).toMatchObject({
      properties: ["sessionIdle"],
    });
    expect(await decide({ sessionMax: LIMITS.sessionMax / 1000 + 1 })).toMatchObject({
      properties: ["sessionMax"],
    });
    expect(await decide({ sessionMax: LIMITS.sessionMax / 1000 })).toBe(undefined);
  });

  it("lets public links end after a day at the soonest, and after ten years at the latest", async () => {
    for (const publicLinkExpiry of [0, PUBLIC_LINK_MAX_DAYS + 1])
      expect(await decide({ publicLinkExpiry })).toMatchObject({
        type: "invalidProperties",
        properties: ["publicLinkExpiry"],
      });
    for (const publicLinkExpiry of [1, PUBLIC_LINK_MAX_DAYS, null])
      expect(await decide({ publicLinkExpiry })).toBe(undefined);
  });

  it("writes each policy that changes into the record, with its reason", async () => {
    const before = await lastAct();
    await decide({ mayKeepOnDevice: false, deviceReason: "Laptops get lost." });
    expect(await lastAct()).toMatchObject({
      verb: "policy.device",
      thing: "device",
      detail: { mayKeepOnDevice: false, reason: "Laptops get lost." },
    });
    expect((await lastAct()).id).not.toBe(before.id);
    const { id } = await lastAct();
    await decide({ mayKeepOnDevice: false });
    expect((await lastAct()).id).toBe(id);
  });

  it("says with the session that nothing may be kept", async () => {
    expect((await signIn("bob")).info).not.toHaveProperty("keepsNothing");
    await decide({ mayKeepOnDevice: false });
    expect((await signIn("bob")).info.keepsNothing).toBe(true);
  });

  it("leaves alone what a newer release decides", async () => {
    const { db } = bench.platform;
    const rows = () => db.selectFrom("policy").selectAll().where("name", "=", "lunch").execute();
    const newer = {
      account_id: ORGANISATION,
      name: "lunch",
      value: JSON.stringify({ mayEat: false }),
      reason: "Not yet known here",
    };
    await db.insertInto("policy").values(newer).execute();
    await decide({ mayKeepOnDevice: false, deviceReason: "x" });
    expect(await rows()).toEqual([{ ...newer, value: { mayEat: false } }]);
    expect(await bench.accounts.policies.read()).toMatchObject({ mayKeepOnDevice: false });
  });

  describe("a length of sessions", () => {
    it("ends those that are not used, in every question whether one counts", async () => {
      const { token, sessionId, actor } = await signIn("bob");
      await decide({ sessionIdle: HOUR });
      pass(HOUR - 1);
      expect(await isIn(token)).toBe(true);
      pass(HOUR - 1);
      expect(await isIn(token)).toBe(true);
      pass(HOUR);
      expect(await isIn(token)).toBe(false);
      const { sessions } = bench.accounts;
      expect(await sessions.living([sessionId])).toEqual(new Map());
      await bench.accounts.sweep();
      expect((await sessions.list(actor.personId)).map(({ id }) => id)).not.toContain(sessionId);
      expect(await bench.accounts.refresh(actor)).toBe(null);
      // What its browser keeps waits for the same person, as after every session that ran out.
      expect(await sessions.hasExpired(token)).toBe(true);
    });

    it("ends at the latest those that are used all the time", async () => {
      const { token } = await signIn("bob");
      await decide({ sessionMax: 2 * HOUR });
      for (let part = 0; part < 3; part += 1) {
        expect(await isIn(token)).toBe(true);
        pass((2 * HOUR) / 3);
      }
      expect(await isIn(token)).toBe(false);
    });

    it("ends at once, and for good, those that are older when it is decided", async () => {
      const { token, sessionId } = await signIn("bob");
      pass(2 * HOUR);
      expect(await isIn(token)).toBe(true);
      pass(2 * HOUR);
      const news: string[] = [];
      const stop = bench.accounts.sessions.onEnded(
        (id) => news.push(id),
        () => news.push("look"),
      );
      await decide({ sessionIdle: HOUR });
      await expect.poll(() => news).toContain("look");
      stop();
      expect(await isIn(token)).toBe(false);
      await decide({ sessionIdle: null });
      expect(await isIn(token)).toBe(false);
      expect(await bench.accounts.sessions.living([sessionId])).toEqual(new Map());
    });

    it("is followed in open windows, whoever they are of, and those that it ends are listed no more", async () => {
      const [over, other] = [await signIn("bob"), await signIn("alice")];
      pass(2 * HOUR);
      const here = await signIn("bob");
      const listed = async ({ actor }: { actor: Actor }) =>
        (await bench.accounts.sessions.list(actor.personId)).map(({ id }) => id);
      const ofType = ({ actor }: { actor: Actor }, verb: string, args: object) =>
        callMethod({ engine: bench.engine, actor }, SignInSession, verb, {
          accountId: actor.accountId,
          ...args,
        });
      const statesOf = (all: readonly { actor: Actor }[]) =>
        Promise.all(all.map(async (one) => (await ofType(one, "get", { ids: [] })).state));
      const [ofBob, ofAlice] = await statesOf([here, other]);
      await decide({ sessionIdle: HOUR });
      expect(await listed(here)).toContain(here.sessionId);
      expect(await listed(here)).not.toContain(over.sessionId);
      expect(await listed(other)).not.toContain(other.sessionId);
      const { rows } = await sql`select 1 from graphile_worker.jobs
        where task_identifier = ${NOTE_ENDED.name}`.execute(bench.platform.db);
      expect(rows).toHaveLength(1);

      const { accounts, engine, platform } = bench;
      const noting = accountJobs(accounts, engine).find(({ name }) => name === NOTE_ENDED.name)!;
      const note = () =>
        noting.run({ log: platform.log, signal: new AbortController().signal }, undefined);
      await note();
      const since = (one: { actor: Actor }, sinceState: unknown) =>
        ofType(one, "changes", { sinceState });
      expect(await since(here, ofBob)).toMatchObject({
        destroyed: expect.arrayContaining([over.sessionId]),
      });
      expect((await since(here, ofBob))["destroyed"]).not.toContain(here.sessionId);
      expect((await since(other, ofAlice))["destroyed"]).toContain(other.sessionId);

      // Noted once, and over for good.
      const [noted] = await statesOf([here]);
      await decide({ sessionIdle: null });
      await note();
      expect(await since(here, noted)).toMatchObject({ created: [], destroyed: [] });
      expect(await isIn(over.token)).toBe(false);
      expect(await isIn(here.token)).toBe(true);
      expect(await bench.accounts.sessions.hasExpired(over.token)).toBe(true);
    });

    it("stays away when it was noted, though nobody decides anything", async () => {
      await decide({ sessionIdle: HOUR });
      const { token, actor, sessionId } = await signIn("bob");
      pass(HOUR);
      await bench.accounts.sweep();
      await bench.platform.db.deleteFrom("policy").where("name", "=", "sessions").execute();
      expect(await isIn(token)).toBe(false);
      const ids = (await bench.accounts.sessions.list(actor.personId)).map(({ id }) => id);
      expect(ids).not.toContain(sessionId);
    });

    it("does not let come back what was over before it went", async () => {
      await decide({ sessionIdle: HOUR });
      const over = (await signIn("bob")).token;
      pass(HOUR / 2);
      const going = (await signIn("bob")).token;
      pass(HOUR / 2);
      await decide({ sessionIdle: 24 * HOUR });
      await decide({ sessionIdle: null });
      expect(await isIn(over)).toBe(false);
      expect(await isIn(going)).toBe(true);
    });
  });
});
