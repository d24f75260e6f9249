import { cloneDatabase } from "../../server/src/testing/index.ts";
import { startSuite, type SuiteOptions, type TestSuite } from "../../server/src/testing/suite.ts";

export { signIn } from "./session.ts";

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
