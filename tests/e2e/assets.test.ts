// Features: entry, main, drive
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startAssetServer, type AssetServer } from "./asset-server.ts";
import { useBrowser } from "./browser.ts";
import { startHost } from "./host.ts";

const DIST = join(import.meta.dirname, "../../dist");

const browser = useBrowser();
let assets: AssetServer;
let drive: AssetServer;
let host: Awaited<ReturnType<typeof startHost>>;
beforeAll(async () => {
  assets = await startAssetServer(join(DIST, "host"), "/cdn/atrium/");
  drive = await startAssetServer(join(DIST, "drive"), "/somewhere/drive/");
  host = await startHost({ assetBase: assets.base, driveUrl: drive.base });
});
afterAll(async () => {
  await host?.close();
  await assets?.close();
  await drive?.close();
});

describe("with the asset base and drive on origins of their own", () => {
  test("scripts, styles and fonts come from there, under the page's policy", async () => {
    const watched = await browser.open(`${host.url}/help/`, { origins: [assets.origin] });
    const { page } = watched;
    await page.getByRole("searchbox").waitFor();
    await page.evaluate(async () => {
      await document.fonts.load("16px 'Inter Variable'");
      await document.fonts.ready;
    });
    const files = watched.requests.filter(({ url }) => new URL(url).origin === assets.origin);
    for (const kind of ["Script", "Stylesheet", "Font"])
      expect(files.map(({ type }) => type)).toContain(kind);
    expect(files.filter(({ status, failed }) => status !== 200 || failed)).toEqual([]);
    // The product's own address answers documents and data only.
    const own = watched.requests.filter(({ url }) => url.startsWith(host.url));
    expect(own.map(({ type }) => type)).toEqual(["Document"]);
    expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain(
      "Inter",
    );
    await watched.expectQuiet();
    await watched.close();
  });

  test("a worker runs a script of the asset base", async () => {
    const watched = await browser.open(`${host.url}/help/`, { origins: [assets.origin] });
    const { page } = watched;
    await page.getByRole("searchbox").waitFor();
    const script = watched.requests.find(({ type }) => type === "Script")!.url;
    expect(script.startsWith(assets.base)).toBe(true);
    // A worker of another origin is not allowed by the browser; a blob of our own that imports it is.
    const answer = await page.evaluate(
      (url) =>
        new Promise<unknown>((resolve) => {
          const code = `try { importScripts(${JSON.stringify(url)}); } catch (error) {
            postMessage(error.name === "NetworkError" ? "blocked" : "ran"); }
            postMessage("ran");`;
          const worker = new Worker(URL.createObjectURL(new Blob([code])));
          worker.addEventListener("message", ({ data }) => resolve(data));
          worker.addEventListener("error", () => resolve("no worker"));
        }),
      watched.requests.findLast(({ type }) => type === "Script")!.url,
    );
    expect(answer).toBe("ran");
    await watched.expectQuiet();
    await watched.close();
  });

  test("drive loads from its own origin and shares the host's libraries", async () => {
    const watched = await browser.open(`${host.url}/`, {
      origins: [assets.origin, drive.origin],
    });
    const { page } = watched;
    await page.waitForFunction(() => "atrium_drive" in globalThis);
    const own = watched.requests
      .map(({ url }) => url)
      .filter((url) => url.startsWith(drive.origin))
      .map((url) => url.slice(drive.base.length));
    expect(own).toEqual(expect.arrayContaining(["mf-manifest.json", "remoteEntry.js"]));
    await watched.expectQuiet({ allow: [/401/] });
    await watched.close();
  });
});
