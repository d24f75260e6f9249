import type { BrowserContext } from "playwright-core";
import { cloneDatabase } from "../../server/src/testing/index.ts";
import {
  startSuite,
  type SeedKey,
  type SuiteOptions,
  type TestSuite,
} from "../../server/src/testing/suite.ts";

/** A whole server with its own database, serving the built `dist/`; its organisation has five people, unless `seeds` is false. */
export async function startHost(
  config: SuiteOptions["config"] = {},
  seeds = true,
): Promise<TestSuite> {
  const { connection, drop } = await cloneDatabase();
  const suite = await startSuite({ connection, config, seeds });
  return {
    ...suite,
    async close() {
      await suite.close();
      await drop();
    },
  };
}

/** Signs a person in for every page of a context, as the sign-in form does. */
export async function signIn(
  context: BrowserContext,
  { url, people }: TestSuite,
  who: SeedKey = "alice",
): Promise<void> {
  const { address, password } = people[who];
  const response = await context.request.post(`${url}/api/sign-in`, {
    headers: { origin: url },
    data: { address, password },
  });
  if (!response.ok()) throw new Error(`Signing in answered ${response.status()}`);
}
