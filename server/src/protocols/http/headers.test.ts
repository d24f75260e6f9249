import { APPLICATIONS } from "@atrium/contract/applications";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { documentPolicy } from "./headers.ts";
import { httpBench } from "./testing/bench.ts";

let bench: Awaited<ReturnType<typeof httpBench>>;
beforeAll(async () => {
  bench = await httpBench();
  await mkdir(join(bench.dist, "host"));
  await writeFile(join(bench.dist, "host/index.html"), "document");
});

const EVERYWHERE = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  // Over plain http Chromium looks up the host of every link that a page shows: also of those in a mail.
  "x-dns-prefetch-control": "off",
};
const CLOSED = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

test("the document's policy is this one", () => {
  const local = { publicUrl: null, assetBase: null, driveUrl: null, trustedProxies: [] };
  expect(documentPolicy(local, APPLICATIONS.main).split("; ")).toMatchInlineSnapshot(`
    [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "style-src-attr 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "media-src 'self' blob:",
      "font-src 'self'",
      "connect-src 'self'",
      "worker-src 'self' blob:",
      "manifest-src 'self'",
      "frame-src 'self' blob:",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ]
  `);
});

test("an application's own sources stand beside those of every page, or in the place of none", () => {
  const local = { publicUrl: null, assetBase: null, driveUrl: null, trustedProxies: [] };
  const contentSecurity = {
    "img-src": ["https://pictures.example"],
    "frame-ancestors": ["https:"],
  };
  const policy = documentPolicy(local, { ...APPLICATIONS.main, contentSecurity });
  expect(policy).toContain("img-src 'self' data: blob: https://pictures.example; ");
  expect(policy).toMatch(/; frame-ancestors https:$/);
});

test("it names the asset base and the drive's origin of the configuration, and nothing that could end it", () => {
  const policy = documentPolicy(
    {
      publicUrl: "https://mail.example.org",
      assetBase: "https://cdn.example/atrium;v=1,2",
      driveUrl: "https://drive.example:8443/remote/",
      trustedProxies: [],
    },
    APPLICATIONS.main,
  ).split("; ");
  expect(policy).toMatchInlineSnapshot(`
    [
      "default-src 'none'",
      "script-src 'self' https://cdn.example/atrium%3Bv=1%2C2/ https://drive.example:8443",
      "style-src 'self' https://cdn.example/atrium%3Bv=1%2C2/ https://drive.example:8443",
      "style-src-attr 'unsafe-inline'",
      "img-src 'self' data: blob: https://cdn.example/atrium%3Bv=1%2C2/ https://drive.example:8443",
      "media-src 'self' blob:",
      "font-src 'self' https://cdn.example/atrium%3Bv=1%2C2/ https://drive.example:8443",
      "connect-src 'self' https://cdn.example/atrium%3Bv=1%2C2/ https://drive.example:8443",
      "worker-src 'self' blob: https://cdn.example/atrium%3Bv=1%2C2/",
      "manifest-src 'self' https://cdn.example/atrium%3Bv=1%2C2/",
      "frame-src 'self' blob:",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ]
  `);
});

describe("headers", () => {
  test.each([
    "/",
    "/setting",
    "/api/session",
    "/api/nowhere",
    "/jmap/session",
    "/jmap/nowhere",
    "/healthz",
    "/frame/mail",
    "/favicon.ico",
  ])("stand on %s", async (url) => {
    const { headers } = await bench.server.app.inject(url);
    expect(headers).toMatchObject(EVERYWHERE);
    expect(headers["x-request-id"]).toMatch(/^[\w-]{12}$/);
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    expect(headers).not.toHaveProperty("strict-transport-security");
    expect(headers).not.toHaveProperty("x-powered-by");
  });

  test("what is no document may do nothing at all", async () => {
    for (const url of ["/api/session", "/jmap/session", "/healthz", "/nowhere.png"]) {
      const { headers } = await bench.server.app.inject(url);
      expect(headers["content-security-policy"]).toBe(CLOSED);
      expect(headers["cache-control"]).toMatch(/no-store/);
    }
  });

  test("the frame for mail runs no script and asks nobody", async () => {
    const { headers, body } = await bench.server.app.inject("/frame/mail");
    expect(String(headers["content-security-policy"]).split("; ")).toMatchInlineSnapshot(`
      [
        "default-src 'none'",
        "img-src data: blob: http://localhost:80/image-proxy/",
        "style-src 'unsafe-inline'",
        "font-src data:",
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors 'self'",
        "sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-modals",
      ]
    `);
    expect(body).not.toContain("script");
  });

  test("camera and microphone are for the call page only", async () => {
    const permissions = async (url: string) =>
      String((await bench.server.app.inject(url)).headers["permissions-policy"]);
    expect(await permissions("/ipt-call/room")).toContain("camera=(self), microphone=(self)");
    expect(await permissions("/")).toContain("camera=(), microphone=()");
    expect(await permissions("/ipt-call")).toContain("geolocation=()");
  });

  test("under https browsers are made to stay there", async () => {
    const server = bench.serverWith({ publicUrl: "https://mail.example.org" });
    const { headers } = await server.app.inject("/");
    expect(headers["strict-transport-security"]).toBe("max-age=63072000");
  });
});

test("an unexpected error shows its id and nothing of itself", async () => {
  const server = bench.serverWith({});
  server.app.get("/api/broken", () => {
    throw new Error("password of the database");
  });
  const response = await server.app.inject("/api/broken");
  expect(response.statusCode).toBe(500);
  expect(response.json()).toMatchObject({
    code: "serverFail",
    id: response.headers["x-request-id"],
  });
  expect(response.body).not.toContain("password");
});

test("a full disk is reported as a temporary failure", async () => {
  const server = bench.serverWith({});
  server.app.get("/api/full", () => {
    throw Object.assign(new Error("write /secret/place"), { code: "ENOSPC" });
  });
  const response = await server.app.inject("/api/full");
  expect(response.statusCode).toBe(503);
  expect(response.headers["retry-after"]).toBe("60");
  expect(response.json()).toMatchObject({
    code: "unavailable",
    detail: "the server's disk is full",
  });
  expect(response.body).not.toContain("secret");
});
