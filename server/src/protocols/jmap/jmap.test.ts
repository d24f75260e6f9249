import type { JmapSession, UploadResponse } from "@atrium/contract/types/wire";
import type { InjectOptions } from "fastify";
import { randomBytes } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { createLog } from "../../platform/log/index.ts";
import {
  codeOf,
  createBrowser,
  GOOD_PASSWORD,
  httpBench,
  type Browser,
} from "../http/testing/bench.ts";

const bench = await httpBench();
const alice = await bench.signedIn("alice@demo.test");
const bob = await bench.signedIn("bob@demo.test");

const basic = (address: string, password = GOOD_PASSWORD) => ({
  authorization: `Basic ${Buffer.from(`${address}:${password}`).toString("base64")}`,
});
const inject = (options: InjectOptions | string) => bench.server.app.inject(options);
const USING = ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:principals"];

describe("the session", () => {
  test("names absolute URLs under the origin that the client uses", async () => {
    const server = bench.serverWith({ publicUrl: "https://mail.example.org" });
    const browser = createBrowser(server, "https://mail.example.org");
    await browser.signIn("bob@demo.test");
    for (const url of ["/.well-known/jmap", "/jmap/session"]) {
      const response = await browser.get(url);
      const session: JmapSession = response.json();
      expect(session).toMatchObject({
        username: "bob@demo.test",
        apiUrl: "https://mail.example.org/jmap/api",
        uploadUrl: "https://mail.example.org/jmap/upload/{accountId}",
        downloadUrl:
          "https://mail.example.org/jmap/download/{accountId}/{blobId}/{name}?type={type}",
        eventSourceUrl:
          "https://mail.example.org/jmap/eventsource?types={types}&closeafter={closeafter}&ping={ping}",
        primaryAccounts: { "urn:ietf:params:jmap:principals": "organisation" },
      });
      expect(session.accounts["organisation"]?.accountCapabilities).toEqual({
        "urn:atrium:organisation": {},
        "urn:atrium:policies": {},
        "urn:ietf:params:jmap:principals": { currentUserPrincipalId: bench.bob.id },
      });
      expect(Object.keys(session.accounts)).toEqual([bench.bob.accountId, "organisation"]);
      expect(response.headers["cache-control"]).toContain("no-store");
    }
  });

  test("is for who is signed in; programs learn how, browsers aren't asked by a window", async () => {
    const program = await inject("/jmap/session");
    expect(codeOf(program)).toBe("notSignedIn");
    expect(program.headers["www-authenticate"]).toEqual([
      'Basic realm="Atrium", charset="UTF-8"',
      'Bearer realm="Atrium"',
    ]);
    const browser = await inject({ url: "/jmap/session", headers: { "sec-fetch-mode": "cors" } });
    expect(browser.statusCode).toBe(401);
    expect(browser.headers).not.toHaveProperty("www-authenticate");
  });
});

describe("a program that brings no credentials", () => {
  const paths = ["/jmap/api", "/jmap/upload/any", "/jmap/upload/any/"];
  const post = (url: string, headers: Record<string, string> = {}) =>
    inject({ method: "POST", url, headers, payload: "{}" });

  test("is asked for them, whatever it wants to send", async () => {
    for (const path of paths) {
      const response = await post(path);
      expect([path, response.statusCode, codeOf(response)]).toEqual([path, 401, "notSignedIn"]);
      expect(response.headers["www-authenticate"]).toEqual([
        'Basic realm="Atrium", charset="UTF-8"',
        'Bearer realm="Atrium"',
      ]);
    }
  });

  test("is no page of another site, whose browser is refused and never asked", async () => {
    const cookie = "atrium_session=nobody";
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" },
      { cookie },
    ] as Record<string, string>[])
      for (const path of paths) {
        const response = await post(path, headers);
        expect([headers, codeOf(response)]).toEqual([headers, "wrongOrigin"]);
        expect(response.headers).not.toHaveProperty("www-authenticate");
      }
    const own = await post("/jmap/api", {
      host: "localhost",
      origin: "http://localhost",
      "sec-fetch-mode": "cors",
    });
    expect(own.statusCode).toBe(401);
    expect(own.headers).not.toHaveProperty("www-authenticate");
  });

  test("finds everything else as it was", async () => {
    expect(codeOf(await post("/api/sign-out"))).toBe("wrongOrigin");
    expect(codeOf(await post("/jmap/nothing"))).toBe("wrongOrigin");
  });
});

describe("a password that is sent each time", () => {
  const session = (headers: Record<string, string>, remoteAddress = "127.0.0.1") =>
    inject({ url: "/jmap/session", headers, remoteAddress });

  test("is taken on the machine itself and sets no cookie", async () => {
    const response = await session(basic("bob@demo.test"));
    expect(response.statusCode).toBe(200);
    expect(response.headers).not.toHaveProperty("set-cookie");
    expect(codeOf(await session(basic("bob@demo.test", "wrong")))).toBe("wrongCredentials");
  });

  test("is refused on an open network, whatever it is", async () => {
    for (const headers of [basic("bob@demo.test"), basic("bob@demo.test", "wrong")])
      expect(codeOf(await session(headers, "192.0.2.7"))).toBe("unencrypted");
    expect((await session(basic("bob@demo.test"), "::1")).statusCode).toBe(200);
  });

  test("is taken over TLS that ends at a trusted proxy, and only there", async () => {
    const headers = { ...basic("bob@demo.test"), "x-forwarded-proto": "https" };
    const from = (trustedProxies: string[]) =>
      bench.serverWith({ trustedProxies }).app.inject({
        url: "/jmap/session",
        headers: { ...headers, "x-forwarded-for": "203.0.113.9" },
        remoteAddress: "192.0.2.7",
      });
    expect((await from(["192.0.2.7"])).statusCode).toBe(200);
    expect(codeOf(await from([]))).toBe("unencrypted");
  });

  test("is refused from a proxy on this machine that nobody named, and logged once", async () => {
    const lines: string[] = [];
    const server = bench.serverWith(
      {},
      createLog({ destination: { write: (line) => lines.push(line) } }),
    );
    const headers = { ...basic("bob@demo.test"), "x-forwarded-for": "203.0.113.9" };
    for (let i = 0; i < 2; i += 1)
      expect(codeOf(await server.app.inject({ url: "/jmap/session", headers }))).toBe(
        "unencrypted",
      );
    expect(lines.filter((line) => line.includes("ATRIUM_TRUSTED_PROXIES"))).toHaveLength(1);
  });

  test("decides, even when a cookie of another user comes with it", async () => {
    const response = await session({ ...basic("bob@demo.test"), cookie: alice.cookie()! });
    expect(response.json()).toMatchObject({ username: "bob@demo.test" });
  });
});

describe("a token of a program", () => {
  const make = async () => {
    const { accounts } = bench;
    const given = {
      kind: "token",
      name: "Backup",
      expiresAt: null,
      scope: "all",
      isReadOnly: false,
    } as const;
    const client = { ip: "127.0.0.1", userAgent: "" };
    const signedIn = await accounts.signIn(
      { address: "bob@demo.test", password: GOOD_PASSWORD },
      client,
    );
    return accounts.credentials.create(signedIn.actor, given);
  };
  const session = (token: string, more: object = {}) =>
    inject({ url: "/jmap/session", headers: { authorization: `Bearer ${token}` }, ...more });

  test("is taken like a password, until it is revoked", async () => {
    const { secret, credential } = await make();
    const response = await session(secret);
    expect(response.json()).toMatchObject({ username: "bob@demo.test" });
    expect(response.headers).not.toHaveProperty("set-cookie");
    const { accountId } = bench.bob;
    await bob.call("ClientCredential/set", { accountId, destroy: [credential.id] });
    const refused = await session(secret);
    expect(codeOf(refused)).toBe("wrongCredentials");
    expect(refused.headers["www-authenticate"]).toContain(
      'Bearer realm="Atrium", error="invalid_token"',
    );
  });

  test("is refused on an open network, and opens no REST route", async () => {
    const { secret } = await make();
    expect(codeOf(await session(secret, { remoteAddress: "192.0.2.7" }))).toBe("unencrypted");
    const headers = { authorization: `Bearer ${secret}` };
    expect(codeOf(await inject({ url: "/api/sign-ins", headers }))).toBe("notSignedIn");
  });
});

describe("an API request", () => {
  const call = (browser: Browser, name: string, args: object) =>
    browser.post("/jmap/api", { using: USING, methodCalls: [[name, args, "0"]] });

  test("is answered by the engine, as the person who is signed in", async () => {
    const response = await call(bob, "Principal/get", {
      accountId: "organisation",
      ids: [bench.alice.id],
    });
    expect(response.json()).toMatchObject({
      methodResponses: [
        ["Principal/get", { list: [{ id: bench.alice.id, name: "Alice Hartley" }] }, "0"],
      ],
    });
  });

  test("can't reach an account of another user, whatever the role", async () => {
    const response = await call(alice, "Principal/get", {
      accountId: bench.bob.accountId,
      ids: [],
    });
    expect(response.json()).toMatchObject({
      methodResponses: [["error", { type: "accountNotFound" }, "0"]],
    });
  });

  test("has a large answer compressed, and a small one as it is", async () => {
    const echo = async (size: number, encoding: string) => {
      const methodCalls = [["Core/echo", { text: "x".repeat(size) }, "0"]];
      const body = { using: USING, methodCalls };
      return bob.post("/jmap/api", body, { "accept-encoding": encoding });
    };
    const [plain, br, gzip] = await Promise.all(
      ["identity", "gzip, br", "gzip"].map((encoding) => echo(5000, encoding)),
    );
    expect(br!.headers).toMatchObject({
      "content-encoding": "br",
      "content-type": "application/json",
    });
    expect(brotliDecompressSync(br!.rawPayload).equals(plain!.rawPayload)).toBe(true);
    expect(gunzipSync(gzip!.rawPayload).equals(plain!.rawPayload)).toBe(true);
    expect(plain!.json()).toMatchObject({
      methodResponses: [["Core/echo", { text: "x".repeat(5000) }, "0"]],
    });
    expect((await echo(10, "br")).headers).not.toHaveProperty("content-encoding");
  });

  const send = (payload: string | Buffer, contentType: string) =>
    inject({
      method: "POST",
      url: "/jmap/api",
      headers: { ...basic("bob@demo.test"), "content-type": contentType },
      payload,
    });

  const JSON_TYPE = "application/json";
  const echoOf = (json: string): string =>
    `{"using":["urn:ietf:params:jmap:core"],"methodCalls":[["Core/echo",{"x":${json}},"0"]]}`;
  test.each([
    ["text that is no JSON", "{", "application/json", "notJSON"],
    ["bytes that are no UTF-8", Buffer.from([0x22, 0xff, 0x22]), "application/json", "notJSON"],
    ["another content type", "{}", "text/plain", "notJSON"],
    ["a form", "a=b", "application/x-www-form-urlencoded", "notJSON"],
    ["no request", "[]", "application/json", "notRequest"],
    [
      "an echo without end",
      echoOf(`${"[".repeat(20_000)}${"]".repeat(20_000)}`),
      JSON_TYPE,
      "notJSON",
    ],
    ["an echo of very many values", echoOf(`[${"0,".repeat(400_000)}0]`), JSON_TYPE, "limit"],
    [
      "an unknown capability",
      '{"using":["x"],"methodCalls":[]}',
      "application/json; charset=utf-8",
      "unknownCapability",
    ],
  ])("%s is a problem of RFC 8620", async (_name, payload, type, problem) => {
    const response = await send(payload, type);
    expect(response.headers["content-type"]).toBe("application/problem+json");
    expect(response.json()).toMatchObject({
      type: `urn:ietf:params:jmap:error:${problem}`,
      status: 400,
    });
  });

  test("of a session that was ended is refused at once", async () => {
    const browser = bench.browser();
    await browser.signIn("bob@demo.test");
    await bob.call("SignInSession/endOthers", { accountId: bench.bob.accountId });
    const response = await call(browser, "Core/echo", {});
    expect(codeOf(response)).toBe("notSignedIn");
  });
});

describe("blobs", () => {
  const upload = (browser: Browser, accountId: string, payload: Buffer, type = "text/plain") =>
    browser.post(`/jmap/upload/${accountId}`, payload, { "content-type": type });
  const own = () => bench.bob.accountId;
  const bytes = randomBytes(1000);
  let blobId: string;
  beforeAll(async () => {
    const response = await upload(bob, own(), bytes, "image/png");
    expect(response.statusCode).toBe(201);
    const answer: UploadResponse = response.json();
    expect(answer).toMatchObject({ accountId: own(), type: "image/png", size: 1000 });
    ({ blobId } = answer);
  });
  const url = (accountId = own(), name = "photo.png", type = "image/png") =>
    `/jmap/download/${accountId}/${blobId}/${encodeURIComponent(name)}?type=${encodeURIComponent(type)}`;

  test("come back as they were, to be saved and never run", async () => {
    const response = await bob.get(url(own(), "사진/1.html", "text/html"));
    expect(response.rawPayload.equals(bytes)).toBe(true);
    expect(response.headers).toMatchObject({
      "content-type": "text/html",
      "content-length": "1000",
      "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-cache",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(response.headers["content-disposition"]).toMatch(/^attachment; filename="___1\.html"/);
    expect((await bob.get(url(own(), "x.js", "text/javascript"))).headers["content-type"]).toBe(
      "application/octet-stream",
    );
  });

  test("come in ranges", async () => {
    const part = await bob.get(url(), { range: "bytes=10-19" });
    expect(part.statusCode).toBe(206);
    expect(part.headers["content-range"]).toBe("bytes 10-19/1000");
    expect(part.rawPayload.equals(bytes.subarray(10, 20))).toBe(true);
    const beyond = await bob.get(url(), { range: "bytes=1000-" });
    expect(beyond.statusCode).toBe(416);
    expect(beyond.headers["content-range"]).toBe("bytes */1000");
    const head = await bob.send("HEAD", url());
    expect([head.headers["content-length"], head.body]).toEqual(["1000", ""]);
    const again = await bob.get(url(), { "if-none-match": `"${blobId}"` });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
  });

  test("of one account can't be read through another, nor by an administrator", async () => {
    expect(codeOf(await alice.get(url()))).toBe("notFound");
    expect(codeOf(await alice.get(url(bench.alice.accountId)))).toBe("notFound");
    expect(codeOf(await bob.get(url("organisation")))).toBe("notFound");
    expect(codeOf(await bench.browser().get(url()))).toBe("notSignedIn");
    expect(codeOf(await bob.get(url().replace(/b[0-9a-f]{64}/, "b0000")))).toBe("notFound");
  });

  test("can't be put into an account of another user, nor into one to read only", async () => {
    const small = Buffer.from("x");
    expect(codeOf(await upload(alice, own(), small))).toBe("notFound");
    expect(codeOf(await upload(alice, "organisation", small))).toBe("forbidden");
    expect(codeOf(await upload(bench.browser(), own(), small))).toBe("notSignedIn");
  });

  test("may be empty, and of any type", async () => {
    const empty: UploadResponse = (await upload(bob, own(), Buffer.alloc(0), "a/b; c=d")).json();
    expect(empty).toMatchObject({ size: 0, type: "application/octet-stream" });
    const json = (await upload(bob, own(), Buffer.from("{"), "application/json")).json();
    expect(json).toMatchObject({ size: 1, type: "application/json" });
  });
});
