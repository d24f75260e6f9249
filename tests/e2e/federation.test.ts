import { createServer } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually, useBrowser, type WatchedPage } from "./browser.ts";
import { CASES, startFaultServer, type FaultServer } from "./fault-server.ts";
import { startHost } from "./host.ts";
import { buildProbe } from "./probe-remote/build.ts";

const browser = useBrowser();
const folder = mkdtempSync(join(tmpdir(), "atrium-probe-"));
let port: number;
let host: Awaited<ReturnType<typeof startHost>>;
let faults: FaultServer | undefined;

/** What the browser itself says about a remote that is broken. */
const EXPECTED = [
  /Failed to load resource/,
  /The remote "drive" is already registered/,
  /was preloaded using link preload but not used/,
];

beforeAll(async () => {
  await buildProbe(folder);
  port = await freePort();
  host = await startHost({ driveUrl: `http://127.0.0.1:${port}/up/` });
});
afterAll(async () => {
  await faults?.close();
  await host?.close();
  rmSync(folder, { recursive: true });
});

/** The lines that name a failure. */
const failures = (watched: WatchedPage) =>
  watched.console.filter(({ text }) => text.includes("Drive did not load"));

/** Opens main with a case's remote in the place of the one that the document names. */
async function openMain(name: string): Promise<WatchedPage> {
  const context = await browser.context();
  await context.route(`${host.url}/`, async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({ response, body: text.replace("/up/", `/${encodeURIComponent(name)}/`) });
  });
  const watched = await browser.open(`${host.url}/`, {
    origins: [`http://127.0.0.1:${port}`],
    context,
  });
  await watched.page.getByText("main").waitFor();
  return watched;
}

/** Opens drive in the window as it is, without loading the page anew, and uses it. */
async function useDrive({ page }: WatchedPage): Promise<void> {
  await page.evaluate(
    `driveHandle.load().then((d) => d.mount(document.body.appendChild(document.createElement("div")), {}))`,
  );
  await page.getByRole("button", { name: "probe 0" }).click();
  await page.getByRole("button", { name: "probe 1" }).waitFor();
}

/** The names of libraries of which host and remote hold different copies. */
function doubles({ page }: WatchedPage): Promise<string[]> {
  return page.evaluate(async () => {
    const { probe, __FEDERATION__: runtime } = globalThis as unknown as {
      probe: { libraries: Record<string, unknown> };
      __FEDERATION__: {
        __INSTANCES__: { name: string; loadShare(name: string): Promise<() => unknown> }[];
      };
    };
    // oxlint-disable-next-line no-underscore-dangle -- the runtime's name for it
    const host = runtime.__INSTANCES__.find(({ name }) => name === "main_services")!;
    const pairs = await Promise.all(
      Object.entries(probe.libraries).map(
        async ([name, theirs]) => [name, theirs === (await host.loadShare(name))()] as const,
      ),
    );
    return pairs.filter(([, same]) => !same).map(([name]) => name);
  });
}

async function survives(name: string): Promise<void> {
  const { code, hangs, late, raises } = CASES[name]!;
  const watched = await openMain(name);
  // Main stands while drive is still on its way.
  if (hangs || late) expect(failures(watched)).toEqual([]);
  if (code) {
    const line = await eventually(() => failures(watched)[0], {
      within: 30_000,
      what: "the debug line",
    });
    expect(line).toEqual({ type: "debug", text: expect.stringContaining(`: ${code} `) });
  }
  faults!.recover(name);
  await useDrive(watched);
  expect(await doubles(watched)).toEqual([]);
  expect(failures(watched).length).toBe(code ? 1 : 0);
  await watched.expectQuiet({ allow: EXPECTED, raised: raises ? [raises] : [] });
  await watched.close();
}

describe("drive's server is not running", () => {
  test("main opens, and drive comes when the server is back", async () => {
    const watched = await openMain("up");
    const line = await eventually(() => failures(watched)[0], { what: "the debug line" });
    expect(line.text).toContain(": RUNTIME-003 ");
    faults = await startFaultServer(folder, port);
    await useDrive(watched);
    expect(await doubles(watched)).toEqual([]);
    await watched.expectQuiet({ allow: EXPECTED });
    await watched.close();
  });
});

const names = (slow: boolean) =>
  Object.entries(CASES)
    .filter(([, { hangs, late }]) => (hangs ?? late ?? false) === slow)
    .map(([name]) => name);

describe("main opens at once, drive's failure has a name, and drive comes when it is whole again", () => {
  test.each(names(false))("%s", survives);
});

// Each waits out a time limit of 20 seconds; together they wait once.
describe.concurrent("main opens at once while drive is silent", () => {
  test.each(names(true))("%s", survives);
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const found = (server.address() as AddressInfo).port;
  await new Promise((resolve) => server.close(resolve));
  return found;
}
