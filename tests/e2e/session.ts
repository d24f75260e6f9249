import type { BrowserContext } from "playwright-core";
import type { SeedKey, TestSuite } from "../../server/src/testing/suite.ts";

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
