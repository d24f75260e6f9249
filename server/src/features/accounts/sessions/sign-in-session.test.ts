import { SignInSession } from "@atrium/contract/types/sign-in-session";
import { beforeAll, describe, expect, it } from "vitest";
import { callMethod, conformsToJmap } from "../../../engine/testing/conforms.ts";
import { LIMITS } from "../limits.ts";
import { administrationBench, GOOD_PASSWORD, peopledBench } from "../testing/bench.ts";

const CLIENT = { ip: "192.0.2.1", userAgent: "Browser" };

conformsToJmap(SignInSession, async () => {
  const { accounts, engine, actor, bob } = await administrationBench();
  const start = async (personId: string, accountId: string) =>
    (await accounts.sessions.start({ personId, accountId }, CLIENT)).id;
  return {
    engine,
    actor,
    accountId: actor.accountId,
    foreign: { accountId: bob.accountId, id: await start(bob.id, bob.accountId) },
    make: () => start(actor.personId, actor.accountId),
    destroys: true,
    queries: false,
  };
});

describe("the sessions of a person", () => {
  let bench: Awaited<ReturnType<typeof peopledBench>>;
  beforeAll(async () => {
    bench = await peopledBench();
  });

  const signIn = (address = "bob@demo.test", password = GOOD_PASSWORD) =>
    bench.accounts.signIn({ address, password }, CLIENT);
  type Session = Awaited<ReturnType<typeof signIn>>;
  const isIn = async ({ token }: Session): Promise<boolean> =>
    (await bench.accounts.actorOfToken(token, CLIENT.ip)) !== null;
  const call = ({ actor }: Session, verb: string, args: object = {}) =>
    callMethod({ engine: bench.engine, actor }, SignInSession, verb, {
      accountId: actor.accountId,
      ...args,
    });
  const idsOf = async (session: Session) => (await call(session, "get")).list!.map(({ id }) => id);
  /** What happened since, as a window that is open anywhere learns it. */
  const since = async (session: Session) => {
    const { state: sinceState } = await call(session, "get", { ids: [] });
    return () => call(session, "changes", { sinceState });
  };

  it("are told apart from the one that asks, and none of their ids opens anything", async () => {
    const [here, there] = [await signIn(), await signIn()];
    const { list } = await call(here, "get");
    expect(list!.filter(({ isCurrent }) => isCurrent).map(({ id }) => id)).toEqual([
      here.sessionId,
    ]);
    expect(list).toContainEqual(expect.objectContaining({ id: there.sessionId, ...CLIENT }));
    expect(await bench.accounts.actorOfToken(there.sessionId, CLIENT.ip)).toBeNull();
    expect(JSON.stringify(list)).not.toContain(there.token);
  });

  it("end at once when one is destroyed, without a proof, and all others by a method of its own", async () => {
    const [here, stranger, other] = [await signIn(), await signIn(), await signIn()];
    bench.platform.clock.advance(LIMITS.proofKept);
    const heard: string[] = [];
    const stop = bench.accounts.sessions.onEnded(
      (id) => heard.push(id),
      () => heard.push("others"),
    );
    const destroy = [stranger.sessionId];
    expect(await call(here, "set", { destroy })).toMatchObject({ destroyed: destroy });
    expect([await isIn(stranger), await isIn(other)]).toEqual([false, true]);
    const changes = await since(here);
    expect(await call(here, "endOthers")).toEqual({ accountId: here.actor.accountId });
    expect([await isIn(other), await isIn(here)]).toEqual([false, true]);
    expect(await idsOf(here)).toEqual([here.sessionId]);
    expect((await changes())["destroyed"]).toContain(other.sessionId);
    expect(heard).toEqual(expect.arrayContaining([stranger.sessionId, other.sessionId]));
    stop();
  });

  it("are made and changed by nobody", async () => {
    const here = await signIn();
    const { sessionId: id } = here;
    const made = await call(here, "set", { create: { a: {} }, update: { [id]: { ip: "x" } } });
    expect(made).toMatchObject({
      notCreated: { a: { type: "forbidden" } },
      notUpdated: { [id]: { type: "forbidden" } },
    });
  });

  it("are followed in open windows, whatever begins or ends them", async () => {
    const { accounts, bob } = bench;
    const here = await signIn();
    let changes = await since(here);
    const there = await signIn();
    expect(await changes()).toMatchObject({ created: [there.sessionId], destroyed: [] });

    changes = await since(here);
    await accounts.sessions.end(there.actor, { only: there.sessionId });
    expect(await changes()).toMatchObject({ created: [], destroyed: [there.sessionId] });

    const ends: Readonly<Record<string, () => Promise<unknown>>> = {
      "a password that is changed": async () => {
        const next = "seldom tractor violet";
        await accounts.own.changePassword(here, { current: GOOD_PASSWORD, next }, CLIENT);
      },
      "one that an administrator sets": () =>
        accounts.persons.setPassword("system", bob.id, GOOD_PASSWORD),
      "being disabled": () => accounts.persons.disable("system", bob.id),
      "being removed": () => accounts.persons.update("system", bob.id, { isRemoved: true }),
    };
    for (const [what, end] of Object.entries(ends)) {
      await accounts.persons.update("system", bob.id, { isRemoved: false });
      await accounts.persons.enable("system", bob.id);
      const { id } = await accounts.sessions.start(here.actor, CLIENT);
      changes = await since(here);
      await end();
      expect((await changes())["destroyed"], what).toContain(id);
    }
    await accounts.persons.update("system", bob.id, { isRemoved: false });
  });

  it("that an administrator ends are followed as well", async () => {
    const [here, alice] = [await signIn(), await signIn("alice@demo.test")];
    const changes = await since(here);
    const methodCalls = [
      ["Person/endSessions", { accountId: "organisation", id: bench.bob.id }, "c"],
    ];
    const using = ["urn:ietf:params:jmap:core", "urn:atrium:administration"];
    await bench.engine.handle(alice.actor, { using, methodCalls });
    expect((await changes())["destroyed"]).toContain(here.sessionId);
    expect(await isIn(here)).toBe(false);
  });

  it("make room for others, and time ends them by the next sweep; what is listed is what was told", async () => {
    const { accounts, platform } = bench;
    await accounts.sessions.end((await signIn()).actor);
    const first = await signIn();
    for (let i = 1; i < LIMITS.sessionsPerPerson; i += 1) {
      platform.clock.advance(1);
      await accounts.sessions.start(first.actor, CLIENT);
    }
    let changes = await since(first);
    platform.clock.advance(1);
    const last = await signIn();
    expect(await changes()).toMatchObject({
      created: [last.sessionId],
      destroyed: [first.sessionId],
    });

    changes = await since(last);
    platform.clock.advance(LIMITS.sessionIdle);
    const now = await signIn();
    expect(await idsOf(now)).toContain(last.sessionId);
    await accounts.sweep();
    expect(await idsOf(now)).toEqual([now.sessionId]);
    expect((await changes())["destroyed"]).toHaveLength(LIMITS.sessionsPerPerson);
    // Its browser can be told for a while, and nobody is told twice.
    expect(await accounts.sessions.hasExpired(last.token)).toBe(true);
    changes = await since(now);
    platform.clock.advance(LIMITS.sessionRemembered + LIMITS.sessionIdle);
    await accounts.sweep();
    expect(await changes()).toMatchObject({ destroyed: [now.sessionId] });
  });

  it("are no news by being seen again", async () => {
    const here = await signIn();
    const changes = await since(here);
    bench.platform.clock.advance(LIMITS.sessionSeenStep);
    expect(await bench.accounts.actorOfToken(here.token, "192.0.2.9")).not.toBeNull();
    expect(await changes()).toMatchObject({ updated: [] });
    const { list } = await call(here, "get", { ids: [here.sessionId] });
    expect(list![0]).toMatchObject({ ip: "192.0.2.9" });
  });
});
