// Features: suite, entry, drive
import { CHUNK_LOAD_TIMEOUT, FEDERATION, REMOTE_SCRIPT_TIMEOUT } from "@atrium/contract/constants";
import { expect, test } from "vitest";
import { eventually } from "./browser.ts";
import { useHost } from "./host.ts";

const { browser, host } = useHost();

/** A number as a minifier may write it. */
const written = (value: number) => {
  const zeros = /0+$/.exec(String(value))?.[0].length ?? 0;
  const short = `${String(value).slice(0, -zeros)}e${zeros}`;
  return new RegExp(`(?<![\\w.])(${value}|${short})(?![\\w.])`);
};

test("the host's identity and time limits, as the browser was really served them", async () => {
  // The contract is what the product promises; the numbers below are written out on purpose.
  expect([REMOTE_SCRIPT_TIMEOUT, CHUNK_LOAD_TIMEOUT]).toEqual([20_000, 600_000]);
  expect(FEDERATION).toEqual({
    name: "main_services",
    version: "1.0.0",
    id: "main_services:1.0.0",
    runtimeVersion: "0.14.3",
    shareStrategy: "version-first",
  });

  const watched = await browser.open(`${host.url}/`);
  await watched.page.waitForFunction(() => "__FEDERATION__" in globalThis);
  const instances = await watched.page.evaluate(() => {
    const { __FEDERATION__: runtime } = globalThis as unknown as {
      __FEDERATION__: {
        __INSTANCES__: {
          name: string;
          version: string;
          options: { id: string; name: string; version: string; shareStrategy: string };
        }[];
      };
    };
    // oxlint-disable-next-line no-underscore-dangle -- the runtime's name for it
    return runtime.__INSTANCES__.map(({ name, version, options }) => ({
      name,
      runtimeVersion: version,
      id: options.id,
      version: options.version,
      shareStrategy: options.shareStrategy,
    }));
  });
  expect(instances[0]).toEqual(FEDERATION);
  expect(instances.filter(({ name }) => name === "main_services")).toHaveLength(1);

  const served = () => watched.requests.filter(({ url }) => /\/assets\/.*\.js$/.test(url));
  await eventually(() => served().length > 2);
  const scripts = await Promise.all(
    served().map(async ({ url }) => ({ url, text: await (await fetch(url)).text() })),
  );
  // The entry script has the loader of chunks; federation's own chunk has the limit of remotes and the name.
  const entry = scripts.find(({ url }) => /\/index\.[^/]*\.js$/.test(url))!;
  expect(entry.text).toMatch(written(CHUNK_LOAD_TIMEOUT));
  expect(entry.text).not.toContain("main_services:1.0.0");
  const federation = scripts.filter(({ text }) => text.includes('"main_services:1.0.0"'));
  expect(federation).not.toEqual([]);
  const together = scripts.map(({ text }) => text).join("\n");
  expect(together).toContain('"0.14.3"');
  expect(together).toContain("version-first");
  expect(together).toMatch(written(REMOTE_SCRIPT_TIMEOUT));
  expect(together).not.toMatch(/"2\.9\.2"/);
  await watched.close();
});
