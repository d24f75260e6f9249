import { POLICIES_ID, Policies } from "@atrium/contract/types/policies";
import { utcSeconds } from "@atrium/contract/types/utc-date";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { callMethod } from "../../../engine/testing/conforms.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import { codeAt } from "../testing/authenticator.ts";
import { forgetSecondFactors, GOOD_PASSWORD, peopledBench } from "../testing/bench.ts";

const CLIENT = { ip: "192.0.2.1", userAgent: "Browser" };
const DAY = 24 * 60 * 60 * 1000;
const refusal = (code: string) => expect.objectContaining({ name: "Refusal", code });

let bench: Awaited<ReturnType<typeof peopledBench>>;
beforeAll(async () => {
  bench = await peopledBench();
});
beforeEach(() => forgetSecondFactors(bench));

const bob = { address: "bob@demo.test", password: GOOD_PASSWORD };
const alice = { ...bob, address: "alice@demo.test" };
const signIn = (given = bob) => bench.accounts.signIn(given, CLIENT);
const ask = (whom: "nobody" | "administrators" | "everybody", days = 0) =>
  bench.accounts.policies.requireSecondFactor("system", { for: whom, days });

async function enrol(given = bob) {
  const { own, secondFactor } = bench.accounts;
  const session = await signIn(given);
  const { secret } = await own.beginSecondFactor(session, { password: GOOD_PASSWORD }, CLIENT);
  await secondFactor.confirm(session, codeAt(secret, bench.platform.clock.now()));
  return session;
}

test("asks whom it means, from its day on, and until there is one", async () => {
  const { accounts, platform } = bench;
  await ask("administrators", 7);
  expect((await signIn()).info.owesSecondFactor).toBeUndefined();
  const early = await signIn(alice);
  expect([early.mustEnrol, early.info.owesSecondFactor?.isDue]).toEqual([false, false]);
  platform.clock.advance(7 * DAY);
  const due = await signIn(alice);
  expect([due.mustEnrol, due.info.owesSecondFactor?.isDue]).toEqual([true, true]);
  expect((await signIn()).mustEnrol).toBe(false);
  const { token } = await enrol(alice);
  expect((await accounts.actorOfToken(token, CLIENT.ip))?.mustEnrol).toBe(false);
});

test("what stands on the password alone ends; app passwords and tokens go on", async () => {
  const { accounts } = bench;
  const session = await signIn();
  const made = await accounts.credentials.create(session.actor, {
    kind: "app-password",
    name: "Phone",
    expiresAt: null,
    scope: "all",
    isReadOnly: false,
  });
  const program = await accounts.authenticate(bob, CLIENT);
  const kept = [session.actor.credential!, program.credential!];
  expect(await accounts.livingCredentials(bench.bob.id, kept)).toEqual(new Set(kept));
  const notified: string[] = [];
  const stop = accounts.access.onChanged(
    (id) => notified.push(id),
    () => undefined,
  );
  await ask("everybody");
  await expect.poll(() => notified).toContain(bench.bob.id);
  stop();
  expect(await accounts.livingCredentials(bench.bob.id, kept)).toEqual(new Set());
  // Remembered or not.
  for (const password of [GOOD_PASSWORD, `${GOOD_PASSWORD}x`])
    await expect(accounts.authenticate({ ...bob, password }, CLIENT)).rejects.toEqual(
      refusal("wrongCredentials"),
    );
  const byApp = await accounts.authenticate({ ...bob, password: made.secret }, CLIENT);
  expect(await accounts.refresh(byApp)).toMatchObject({ personId: bench.bob.id });
  // An administrator who takes it away makes the person set it up again.
  await enrol();
  await accounts.secondFactor.reset("system", bench.bob.id);
  expect((await signIn()).mustEnrol).toBe(true);
});

test("administrators ask for it who have one themselves, and it is written down", async () => {
  const { accounts } = bench;
  const { actor } = await signIn(alice);
  const change = { secondFactorFor: "everybody", secondFactorReason: "Bob lost a laptop." };
  const set = async (by = actor) => {
    const answer = await callMethod({ engine: bench.engine, actor: by }, Policies, "set", {
      accountId: ORGANISATION,
      update: { [POLICIES_ID]: change },
    });
    return answer["notUpdated"] ?? answer["updated"] ?? answer.type;
  };
  expect(await set()).toEqual({
    [POLICIES_ID]: expect.objectContaining({ type: "forbidden" }),
  });
  expect(await set((await signIn()).actor)).toBe("accountReadOnly");
  await enrol(alice);
  const now = utcSeconds(bench.platform.clock.now());
  expect(await set()).toEqual({ [POLICIES_ID]: { secondFactorFrom: now } });
  expect(await accounts.policies.countWithout()).toBe(1);
  expect((await signIn()).info.owesSecondFactor).toMatchObject({ reason: "Bob lost a laptop." });
  const [act] = await accounts.acts.list(actor, { limit: 1 });
  expect(act).toMatchObject({
    verb: "policy.second-factor",
    thing: "second-factor",
    detail: {
      secondFactorFor: "everybody",
      secondFactorFrom: now,
      reason: "Bob lost a laptop.",
    },
  });
});

test("it is not asked for later than anybody remembers, and nobody is asked from no day", async () => {
  await expect(ask("everybody", 91)).rejects.toEqual(refusal("invalidProperties"));
  await ask("everybody", 90);
  await ask("nobody");
  expect(await bench.accounts.policies.read()).toMatchObject({ secondFactorFrom: null });
});
