import { createEngine, type Engine, type EngineOptions } from "../../../engine/index.ts";
import { testPlatform, type TestPlatform } from "../../../testing/index.ts";
import { accountCapabilities, accountTypes, createAccounts, type Accounts } from "../index.ts";

export const GOOD_PASSWORD = "violet tractor seldom";

/** This feature on a database of its own, with nothing else of the suite. */
export interface AccountsBench {
  readonly platform: TestPlatform;
  readonly engine: Engine;
  readonly accounts: Accounts;
}

export async function accountsBench(limits?: EngineOptions["limits"]): Promise<AccountsBench> {
  const platform = await testPlatform();
  const engine = createEngine({
    ...platform,
    types: accountTypes,
    capabilities: accountCapabilities,
    ...(limits && { limits }),
  });
  const accounts = createAccounts({ ...platform, engine, prepareAccount: [] });
  return { platform, engine, accounts };
}

/** The same with the organisation Lanternfield, its domain demo.test, Alice (administrator) and Bob. */
export async function peopledBench(limits?: EngineOptions["limits"]) {
  const bench = await accountsBench(limits);
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
