// Features: suite, entry, drive
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeWhole, sampled } from "../../formats/src/testing/whole.ts";
import { freePort } from "../../server/src/testing/free-port.ts";
import { eventually, useBrowser, type WatchedPage } from "./browser.ts";
import { CASES, startFaultServer, type FaultServer } from "./fault-server.ts";
import { contextOf, startHost } from "./host.ts";
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
  const context = await contextOf(browser, host, "alice");
  await context.route(`${host.url}/`, async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replace("/up/", `/${encodeURIComponent(name)}/`);
    await route.fulfill({ response, body: text });
  });
  const watched = await browser.open(`${host.url}/`, {
    origins: [`http://127.0.0.1:${port}`],
    context,
  });
  await driveLink(watched).waitFor();
  return watched;
}

/** Part of main's own frame: when it is there, main has rendered. */
const driveLink = ({ page }: WatchedPage) => page.getByRole("link", { name: "Drive" });

/** Uses what the remote shows: its state is React's, its button the shared kit's. */
async function useDrive({ page }: WatchedPage): Promise<void> {
  await page.getByRole("button", { name: "probe 0" }).click();
  await page.getByRole("button", { name: "probe 1" }).waitFor();
}

/** The page's federation host, by the runtime's own global. */
const HOST = `__FEDERATION__.__INSTANCES__.find(({ name }) => name === "main_services")`;

/** Asks the host for a shared library, as a remote does; federation comes when the list stands. */
async function loadShare({ page }: WatchedPage, name: string): Promise<void> {
  await page.waitForFunction(() => "__FEDERATION__" in globalThis);
  await page.evaluate(`${HOST}.loadShare(${JSON.stringify(name)}).then(() => undefined)`);
}

/** The names of libraries of which host and remote hold different copies. */
function doubles({ page }: WatchedPage): Promise<unknown> {
  return page.evaluate(`Promise.all(
    Object.entries(probe.libraries).map(async ([name, theirs]) =>
      theirs === (await ${HOST}.loadShare(name))() ? [] : [name]),
  ).then((names) => names.flat())`);
}

async function survives(name: string): Promise<void> {
  const { code, hangs, late, raises } = CASES[name]!;
  const watched = await openMain(name);
  if (hangs || late) {
    // Main stands while drive is still on its way, and a shared part that comes late does not wait for drive either.
    await loadShare(watched, "@atrium/dnd");
    expect(failures(watched)).toEqual([]);
  }
  let flights = 0;
  const flightFails = async (): Promise<void> => {
    flights += 1;
    const line = await eventually(() => failures(watched)[flights - 1], {
      what: "the debug line",
    });
    expect(line).toEqual({ type: "debug", text: expect.stringContaining(`: ${code} `) });
  };
  if (code) await flightFails();
  if (!code || hangs) {
    // Nothing is shown of it until drive is opened; then it is asked for again.
    faults!.recover(name);
    await driveLink(watched).click();
  } else {
    await driveLink(watched).click();
    await flightFails();
    await tryAgain(watched, code, () => faults!.recover(name));
  }
  await useDrive(watched);
  expect(await doubles(watched)).toEqual([]);
  expect(failures(watched)).toHaveLength(flights);
  await watched.expectQuiet({ allow: EXPECTED, raised: raises ? [raises] : [] });
  await watched.close();
}

/** The card in drive's place: its code, its help page, and its button once the server is well. */
async function tryAgain(
  watched: WatchedPage,
  code: string,
  recover: () => Promise<void> | void,
): Promise<void> {
  const card = watched.page.getByRole("alert");
  await card.waitFor();
  expect(await card.getAttribute("data-code")).toBe(code);
  expect(await card.getByRole("link").getAttribute("href")).toBe(`/help/errors/${code}`);
  await recover();
  await card.getByRole("button", { name: "Try again" }).click();
}

describe("drive's server is not running", () => {
  test("main opens, and drive comes when the server is back", async () => {
    const watched = await openMain("up");
    const line = await eventually(() => failures(watched)[0], { what: "the debug line" });
    expect(line.text).toContain(": RUNTIME-003 ");
    await driveLink(watched).click();
    await eventually(() => failures(watched).length === 2, { what: "the second debug line" });
    await watched.page.getByRole("alert").waitFor();
    await tryAgain(watched, "RUNTIME-003", async () => {
      faults = await startFaultServer(folder, port);
    });
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
  test.each(sampled(names(false), 1))("%s", survives);
});

// Each waits out a time limit of 20 seconds; together they wait once.
describeWhole.concurrent("main opens at once while drive is silent", () => {
  test.each(names(true))("%s", survives);
});
