import { setTimeout as pause } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { createEngine } from "../../../engine/index.ts";
import type { Tx } from "../../../platform/db/index.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import { hashPassword } from "../passwords/password.ts";
import { writePassword } from "../persons/persons.store.ts";
import { holdSignIns } from "../sessions/proofs.store.ts";
import { deleteSessions } from "../sessions/sessions.store.ts";
import { codeAt } from "../testing/authenticator.ts";
import { forgetSecondFactors, GOOD_PASSWORD, peopledBench } from "../testing/bench.ts";
import { createDevice } from "../testing/software-authenticator.ts";

const CLIENT = { ip: "192.0.2.1", userAgent: "Browser" };
const ORIGIN = "http://localhost";
const NEW = "marble ladder quiet";
const refusal = (code: string) => expect.objectContaining({ name: "Refusal", code });

const bench = await peopledBench();
/** Of another process: of one of them nobody waits for a lock of another unit. */
const elsewhere = createEngine({ ...bench.platform, types: [] });
beforeEach(async () => {
  await forgetSecondFactors(bench);
  await bench.accounts.persons.setPassword("system", bench.bob.id, GOOD_PASSWORD);
});

const signIn = (password = GOOD_PASSWORD) =>
  bench.accounts.signIn({ address: "bob@demo.test", password }, CLIENT);

/** Until another transaction waits for what a transaction holds. */
async function somebodyWaits(): Promise<void> {
  const waiting =
    "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
  while ((await bench.platform.pool.query(waiting)).rows.length === 0) await pause(5);
}

/** Begins something that has looked at all it needs and is about to write, and ends Bob's sessions before it does. */
async function whileSessionsEnd<T>(
  begin: () => Promise<T>,
  besides?: (tx: Tx) => Promise<void>,
): Promise<T> {
  let begun: Promise<T> | undefined;
  await elsewhere.write([ORGANISATION], async (w) => {
    begun = begin();
    begun.catch(() => undefined);
    await somebodyWaits();
    if (besides) await besides(w.tx);
    else await deleteSessions(w.tx, bench.bob.id);
  });
  return await begun!;
}

test("who is signed out meanwhile changes no password", async () => {
  const session = await signIn();
  const given = { current: GOOD_PASSWORD, next: NEW };
  const change = () => bench.accounts.own.changePassword(session, given, CLIENT);
  await expect(whileSessionsEnd(change)).rejects.toEqual(refusal("notSignedIn"));
  await signIn();
});

test("nor does who only had the password that was changed meanwhile", async () => {
  const session = await signIn();
  const given = { current: GOOD_PASSWORD, next: NEW };
  const change = () => bench.accounts.own.changePassword(session, given, CLIENT);
  const hash = await hashPassword("copper window seven");
  const setAnother = (tx: Tx) =>
    writePassword(tx, bench.bob.id, hash, new Date(bench.platform.clock.now().getTime() + 1));
  await expect(whileSessionsEnd(change, setAnother)).rejects.toEqual(refusal("wrongCredentials"));
  await signIn("copper window seven");
});

test("who is signed out meanwhile makes no app password, no passkey and no second factor", async () => {
  const { own, credentials, passkeys, secondFactor } = bench.accounts;
  const PROOF = { password: GOOD_PASSWORD };
  const first = await signIn();
  const given = {
    kind: "app-password",
    name: "Phone",
    expiresAt: null,
    scope: "all",
    isReadOnly: false,
  } as const;
  const create = () => credentials.create(first.actor, given);
  await expect(whileSessionsEnd(create)).rejects.toEqual(refusal("notSignedIn"));

  const second = await signIn();
  const asked = await passkeys.begin(second.actor, ORIGIN);
  const created = createDevice().create(asked);
  const add = () => passkeys.add(second.actor, { name: "Laptop", created }, ORIGIN);
  await expect(whileSessionsEnd(add)).rejects.toEqual(refusal("notSignedIn"));

  const third = await signIn();
  const { secret } = await own.beginSecondFactor(third, PROOF, CLIENT);
  const confirm = () => secondFactor.confirm(third, codeAt(secret, bench.platform.clock.now()));
  await expect(whileSessionsEnd(confirm)).rejects.toEqual(refusal("notSignedIn"));

  expect(await credentials.list(bench.bob.id)).toEqual([]);
  expect(await passkeys.list(bench.bob.id)).toEqual([]);
  expect((await secondFactor.read(bench.bob.id)).since).toBeNull();
});

test("a sign-in that is under way while a second factor is turned on needs a code", async () => {
  const session = await signIn();
  await bench.accounts.own.beginSecondFactor(session, { password: GOOD_PASSWORD }, CLIENT);
  let late: Promise<unknown> | undefined;
  await bench.platform.db.transaction().execute(async (tx) => {
    await holdSignIns(tx, bench.bob.id);
    late = signIn();
    late.catch(() => undefined);
    await somebodyWaits();
    await tx
      .updateTable("second_factor")
      .set({ confirmed_at: bench.platform.clock.now() })
      .where("person_id", "=", bench.bob.id)
      .execute();
  });
  await expect(late).rejects.toEqual(refusal("secondFactorRequired"));
});
