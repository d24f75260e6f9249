import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { Organisation } from "@atrium/contract/types/organisation";
import { Remote } from "@atrium/contract/types/remote";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { callMethod } from "../../../engine/testing/conforms.ts";
import { png } from "../../../features/accounts/testing/pictures.ts";
import { codeOf, GOOD_PASSWORD, httpBench } from "../testing/bench.ts";

let bench: Awaited<ReturnType<typeof httpBench>>;

/** Alice, in a browser in which she has just signed in. */
async function administrator() {
  const given = { address: "alice@demo.test", password: GOOD_PASSWORD };
  const client = { ip: "192.0.2.7", userAgent: "Test browser" };
  const { actor } = await bench.accounts.signIn(given, client);
  return { engine: bench.engine, actor };
}

beforeAll(async () => {
  bench = await httpBench();
});

const get = (url: string, headers: Record<string, string> = {}) =>
  bench.server.app.inject({ method: "GET", url, headers });
const PAGE = { accept: "text/html,application/xhtml+xml" };

describe("without a build", () => {
  test("pages say so and ask to come back; the server itself is well", async () => {
    const response = await get("/", PAGE);
    expect(response.statusCode).toBe(503);
    expect(response.headers["retry-after"]).toBe("5");
    expect(response.body).toContain("not built yet");
    expect(codeOf(await get("/assets/index.3f9a1c07.js"))).toBe("unavailable");
    expect((await get("/healthz")).statusCode).toBe(200);
    expect((await get("/readyz")).statusCode).toBe(200);
    expect((await get("/api/session")).statusCode).toBe(401);
  });
});

describe("with a build", () => {
  beforeEach(async () => {
    const host = join(bench.dist, "host");
    const drive = join(bench.dist, "drive");
    await mkdir(join(host, "locales"), { recursive: true });
    await mkdir(drive, { recursive: true });
    const html = `<html style="%ACCENT%"><meta name="atrium-look" content="%ORGANISATION%"><script src="%ASSETS%index.3f9a1c07.js"></script><link href="%ASSETS%a.css"><meta name="atrium-drive" content="%DRIVE%">`;
    const files: [string, string][] = [
      [join(bench.dist, "secret.txt"), "secret"],
      [join(host, "index.html"), html],
      [join(host, "index.3f9a1c07.js"), "plain script"],
      [join(host, "index.3f9a1c07.js.br"), "brotli"],
      [join(host, "index.3f9a1c07.js.gz"), "gzip"],
      [join(host, "locales/ko.json"), "{}"],
      [join(host, "favicon.ico"), "icon"],
      [join(host, ".env"), "secret"],
      [join(drive, "mf-manifest.json"), "{}"],
    ];
    for (const [path, text] of files) await writeFile(path, text);
  });
  afterEach(async () => {
    await rm(join(bench.dist, "host"), { recursive: true });
    await rm(join(bench.dist, "drive"), { recursive: true });
  });

  test.each([
    "/",
    "/mail/popup/mails/m1",
    "/setting/security",
    "/help",
    "/address-books?x=1",
    "/drive",
    "/share/pages/v1.2",
    "/drive/folder/report.html",
    // Half of a character, and no code at all.
    "/mail/folder/%E0%A4%A",
    "/mail/search/100%",
  ])("%s answers the document", async (url) => {
    const response = await get(url, PAGE);
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(response.headers["cache-control"]).toBe("no-store");
    expect(response.body).toContain(`src="/assets/index.3f9a1c07.js"`);
    expect(response.body).toContain(`href="/assets/a.css"`);
    expect(response.body).toContain(`content="/remotes/drive/mf-manifest.json"`);
  });

  test("an address with a stray % leads to no file and no route that it does not name", async () => {
    for (const url of ["/assets/%2e%2e/secret.txt%", "/%2e%2e/secret.txt%", "/%2eenv%"])
      expect((await get(url)).body).not.toContain("secret");
    expect(codeOf(await get("/assets/index.3f9a1c07.js%"))).toBe("notFound");
    expect(codeOf(await get("/api/%E0%A4%A"))).toBe("notFound");
  });

  test("the document names the asset base and the drive of the configuration, as text", async () => {
    const server = bench.serverWith({
      assetBase: `https://cdn.example/a"b`,
      driveUrl: "https://drive.example/remote",
    });
    const { body } = await server.app.inject("/");
    expect(body).toContain(`src="https://cdn.example/a&quot;b/index.3f9a1c07.js"`);
    expect(body).toContain(`content="https://drive.example/remote/mf-manifest.json"`);
  });

  test("the document says what the organisation is called and looks like, to strangers too, and nothing else of it", async () => {
    const text = "{&quot;name&quot;:&quot;Lanternfield&quot;}";
    const plain = (await get("/")).body;
    expect(plain).toContain(`<html style=""><meta name="atrium-look" content="${text}">`);
    const { engine, actor } = await administrator();
    const picture = png(64, 48);
    const logo = `data:image/png;base64,${picture.toString("base64")}`;
    const change = async (patch: object) => {
      const args = { accountId: "organisation", update: { singleton: patch } };
      await callMethod({ engine, actor }, Organisation, "set", args);
    };
    await change({ name: `"><b>& 'Co`, accent: "#ffd500", logo });
    const { body } = await get("/");
    expect(body).toMatch(/^<html style="--accent:light-dark\(#\w{6},#ffd500\);[-\w:;#,()]+">/);
    expect(body).toContain("{&quot;name&quot;:&quot;\\&quot;&gt;&lt;b&gt;&amp; &#39;Co&quot;");
    const [url] = /\/api\/organisation\/logo\/[\da-f]{64}/.exec(body)!;
    const answer = await get(url);
    expect(answer.rawPayload).toEqual(picture);
    expect(answer.headers).toMatchObject({
      "content-type": "image/png",
      "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    });
    await change({ name: "%DRIVE% %ACCENT%" });
    const marked = (await get("/")).body;
    expect(marked).toContain("{&quot;name&quot;:&quot;%DRIVE% %ACCENT%&quot;");
    expect(marked).toContain('name="atrium-drive" content="/remotes/drive/mf-manifest.json"');
    await change({ name: "Lanternfield", accent: null, logo: null });
    expect((await get("/")).body).toBe(plain);
    for (const gone of [url, `${url}0`, "/api/organisation/logo/%00"])
      expect(codeOf(await get(gone))).toBe("notFound");
  });

  describe("drive as the organisation wants it", () => {
    const change = async (patch: object) => {
      const { engine, actor } = await administrator();
      const args = { accountId: "organisation", update: { drive: patch } };
      await callMethod({ engine, actor }, Remote, "set", args);
    };
    const remote = { driveUrl: "https://drive.example/remote" };
    const sourcesOf = ({ headers }: { headers: object }): string =>
      (headers as Record<string, string>)["content-security-policy"]!;

    test("switched off, no document of any process names it, and none of its files is served", async () => {
      const elsewhere = bench.serverWith(remote);
      expect(sourcesOf(await elsewhere.app.inject("/"))).toContain("https://drive.example");
      await change({ isEnabled: false, reason: "It lost files" });
      for (const { app } of [bench.server, elsewhere]) {
        const page = await app.inject("/drive");
        expect(page.body).toContain('name="atrium-drive" content=""');
        // The reason is for who is signed in.
        expect(page.body).not.toContain("It lost files");
        expect(sourcesOf(page)).not.toContain("drive.example");
        expect(codeOf(await app.inject("/remotes/drive/mf-manifest.json"))).toBe("forbidden");
      }
      await change({ isEnabled: true });
      expect((await get("/remotes/drive/mf-manifest.json")).statusCode).toBe(200);
      const page = await elsewhere.app.inject("/");
      expect(page.body).toContain('content="https://drive.example/remote/mf-manifest.json"');
      expect(sourcesOf(page)).toContain("https://drive.example");
    });

    test("pinned, the document names the version with the address", async () => {
      await change({ pinnedVersion: "2.0.0-rc.1" });
      expect((await get("/")).body).toContain(
        'content="/remotes/drive/mf-manifest.json#2.0.0-rc.1"',
      );
      await change({ pinnedVersion: null });
    });

    test("a process to which nobody could say what is wanted names no drive", async () => {
      const read = vi.spyOn(bench.accounts.remotes, "read").mockRejectedValue(new Error("away"));
      const fresh = bench.serverWith({});
      expect((await fresh.app.inject("/")).body).toContain('name="atrium-drive" content=""');
      read.mockRestore();
      expect((await fresh.app.inject("/")).body).toContain("/remotes/drive/mf-manifest.json");
    });
  });

  test("without its database the document is as it was last", async () => {
    await get("/");
    const { look } = bench.accounts;
    const read = vi.spyOn(look, "read").mockRejectedValue(new Error("away"));
    expect((await get("/")).body).toContain("Lanternfield");
    read.mockRestore();
  });

  test("the document is compressed as the browser likes it", async () => {
    const whole = (await get("/")).rawPayload;
    for (const [encoding, unpack] of [
      ["br", brotliDecompressSync],
      ["gzip", gunzipSync],
    ] as const) {
      const { headers, rawPayload } = await get("/", { "accept-encoding": encoding });
      expect(headers).toMatchObject({ "content-encoding": encoding, vary: "accept-encoding" });
      expect(unpack(rawPayload)).toEqual(whole);
    }
  });

  test("a new build is served without a restart", async () => {
    await get("/");
    await new Promise((resolve) => setTimeout(resolve, 20));
    await writeFile(join(bench.dist, "host/index.html"), "second build");
    expect((await get("/")).body).toBe("second build");
  });

  test("HEAD has the headers of GET and no body", async () => {
    for (const url of ["/", "/assets/index.3f9a1c07.js", "/frame/mail"]) {
      const whole = await get(url);
      const head = await bench.server.app.inject({ method: "HEAD", url });
      expect(head.statusCode).toBe(200);
      expect(head.body).toBe("");
      for (const name of ["content-type", "content-length", "content-security-policy"])
        expect([name, head.headers[name]]).toEqual([name, whole.headers[name]]);
    }
  });

  test("a hashed file is kept for ever, compressed as the browser likes it", async () => {
    const url = "/assets/index.3f9a1c07.js";
    const accept = async (encoding: string) => {
      const { body, headers } = await get(url, { "accept-encoding": encoding });
      return [headers["content-encoding"], body];
    };
    expect(await accept("gzip, deflate, br, zstd")).toEqual(["br", "brotli"]);
    expect(await accept("gzip;q=1.0, br;q=0")).toEqual(["gzip", "gzip"]);
    expect(await accept("identity")).toEqual([undefined, "plain script"]);
    const { headers } = await get(url);
    expect(headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
      vary: "accept-encoding",
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
    });
    expect(headers).not.toHaveProperty("access-control-allow-credentials");
  });

  test("a file without a hash is asked for again each time", async () => {
    const url = "/remotes/drive/mf-manifest.json";
    const first = await get(url);
    expect(first.headers["cache-control"]).toBe("no-cache");
    expect(first.headers["access-control-allow-origin"]).toBe("*");
    const again = await get(url, { "if-none-match": first.headers["etag"] as string });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe("");
  });

  test.each([
    "/assets/../secret.txt",
    "/assets/..%2fsecret.txt",
    "/assets/%2e%2e/secret.txt",
    "/assets/%2e%2e%2fsecret.txt",
    "/assets/..%5csecret.txt",
    "/assets/locales/../../secret.txt",
    "/assets//etc/passwd",
    "/assets/%00index.html",
    "/assets/.env",
    "/assets/locales/.%2e/.env",
    "/assets/locales",
    "/assets/",
    "/assets/missing.js",
    "/remotes/drive/../../secret.txt",
    "/remotes/other/mf-manifest.json",
  ])("%s is not there", async (url) => {
    for (const headers of [{}, PAGE]) {
      const response = await get(url, headers);
      expect(response.statusCode).toBe(404);
      expect(response.body).not.toContain("secret");
    }
  });

  test("what looks like a file is one or is not there", async () => {
    const icon = await get("/favicon.ico", PAGE);
    expect([icon.body, icon.headers["content-type"]]).toEqual(["icon", "image/x-icon"]);
    for (const url of ["/missing-icon.png", "/wp-login.js", "/.env.txt"])
      expect(codeOf(await get(url, PAGE))).toBe("notFound");
    expect(codeOf(await get("/setting/missing.js", { accept: "*/*" }))).toBe("notFound");
    expect((await get("/robots.txt")).body).toContain("Disallow: /");
  });

  test.each([
    "/api/nowhere",
    "/jmap/nowhere",
    "/.well-known/nowhere",
    "/frame/nowhere",
    "/remotes/nowhere",
  ])("%s is no page", async (url) => expect(codeOf(await get(url, PAGE))).toBe("notFound"));

  test("a broken URL has all headers", async () => {
    const response = await get("/%ff");
    expect(response.statusCode).toBe(200);
    expect(response.headers["x-content-type-options"]).toBe("nosniff");
  });
});
