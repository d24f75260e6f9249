import { createEngine, type Engine, type EngineOptions } from "../../../engine/index.ts";
import { testPlatform, type TestPlatform } from "../../../testing/index.ts";
import { contactCapabilities, contactTypes } from "../../contacts/index.ts";
import {
  accountCapabilities,
  accountTypes,
  createAccounts,
  type Accounts,
  type PrepareAccount,
} from "../index.ts";
import { LIMITS } from "../limits.ts";

export const GOOD_PASSWORD = "violet tractor seldom";

/** This feature on a database of its own. */
export interface AccountsBench {
  readonly platform: TestPlatform;
  readonly engine: Engine;
  readonly accounts: Accounts;
}

/** What is served beside this feature, and other limits than the usual ones. */
export interface BenchOptions extends Partial<
  Pick<EngineOptions, "types" | "capabilities" | "limits">
> {
  readonly prepareAccount?: readonly PrepareAccount[];
}

export async function accountsBench(options: BenchOptions = {}): Promise<AccountsBench> {
  const { types = [], capabilities = [], limits = {}, prepareAccount = [] } = options;
  const platform = await testPlatform();
  const parts = {
    prepareAccount,
    addressesChanged: [],
    handOver: [],
    accountRemoved: [],
    secrets: platform.secrets,
  };
  const engine = createEngine({
    ...platform,
    types: [...accountTypes(parts), ...contactTypes, ...types],
    capabilities: [...accountCapabilities, ...contactCapabilities, ...capabilities],
    limits,
  });
  const accounts = createAccounts({ ...platform, engine, ...parts });
  return { platform, engine, accounts };
}

/** The same with the organisation Lanternfield, its domain demo.test, Alice (administrator) and Bob. */
export async function peopledBench(options?: BenchOptions) {
  const bench = await accountsBench(options);
  const { accounts } = bench;
  await accounts.createOrganisation("system", { name: "Lanternfield", domain: "demo.test" });
  const alice = await accounts.persons.create("system", {
    name: "Alice Hartley",
    address: "alice@demo.test",
    password: GOOD_PASSWORD,
    roles: ["member", "administrator"],
  });
  const bob = await accounts.persons.create("system", {
    name: "Bob Ferreira",
    address: "bob@demo.test",
    password: GOOD_PASSWORD,
    aliases: ["robert@demo.test"],
  });
  return { ...bench, alice, bob };
}

/** The same, and Alice has just signed in with a browser. */
export async function administrationBench(options?: BenchOptions) {
  const bench = await peopledBench(options);
  const given = { address: "alice@demo.test", password: GOOD_PASSWORD };
  const { actor } = await bench.accounts.signIn(given, {
    ip: "192.0.2.7",
    userAgent: "Test browser",
  });
  return { ...bench, actor };
}

/** Removes a person, and deletes what is left as if the time for it had passed. */
export async function deleteForGood(
  { accounts, engine, platform }: AccountsBench,
  id: string,
): Promise<void> {
  await accounts.persons.update("system", id, { isRemoved: true });
  const now = platform.clock.now().getTime();
  await accounts.persons.deleteRemoved(new Date(now + LIMITS.removedKept));
  await engine.trim();
}

/** Nobody has, or has to have, a second factor. */
export async function forgetSecondFactors({
  accounts,
  alice,
  bob,
}: Awaited<ReturnType<typeof peopledBench>>): Promise<void> {
  await accounts.policies.requireSecondFactor("system", { for: "nobody", days: 0 });
  for (const { id } of [alice, bob])
    await accounts.secondFactor.reset("system", id).catch(() => undefined);
}
