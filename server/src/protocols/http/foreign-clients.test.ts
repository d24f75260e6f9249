import { beforeAll, expect, test } from "vitest";
import { codeOf, GOOD_PASSWORD, httpBench } from "./testing/bench.ts";

const ORIGIN = "https://webmail.example";

let bench: Awaited<ReturnType<typeof httpBench>>;
let bearer: string;
let cookie: string;
beforeAll(async () => {
  bench = await httpBench();
  const browser = bench.browser();
  await browser.signIn("bob@demo.test");
  cookie = browser.cookie()!;
  const given = { kind: "token", name: "Web mail", scope: "all", isReadOnly: false };
  const { accountId } = bench.bob;
  const made = await browser.call("ClientCredential/set", { accountId, create: { a: given } });
  bearer = `Bearer ${(made["created"] as Record<string, { secret: string }>)["a"]!.secret}`;
});

const ask = (
  headers: Record<string, string>,
  { url = "/jmap/api", origins = [ORIGIN] }: { url?: string; origins?: string[] | null } = {},
) =>
  bench.serverWith({ clientOrigins: origins }).app.inject({
    method: "POST",
    url,
    headers: { origin: ORIGIN, "content-type": "application/json", ...headers },
    payload: { using: ["urn:ietf:params:jmap:core"], methodCalls: [["Core/echo", {}, "0"]] },
  });

const preflight = (url: string, origins: string[] | null) =>
  bench.serverWith({ clientOrigins: origins }).app.inject({
    method: "OPTIONS",
    url,
    headers: {
      origin: ORIGIN,
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization, content-type",
    },
  });

test("a web client that the configuration names speaks JMAP with a token", async () => {
  const allowed = await preflight("/jmap/api", [ORIGIN]);
  expect(allowed.statusCode).toBe(204);
  expect(allowed.headers).toMatchObject({
    "access-control-allow-origin": ORIGIN,
    "access-control-allow-headers": expect.stringContaining("authorization") as string,
  });
  const response = await ask({ authorization: bearer });
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    "access-control-allow-origin": ORIGIN,
    "cross-origin-resource-policy": "cross-origin",
  });
  expect(response.headers["vary"]).toContain("origin");
  expect(response.headers).not.toHaveProperty("access-control-allow-credentials");
});

test("neither a cookie nor a password lets it in", async () => {
  const basic = `Basic ${Buffer.from(`bob@demo.test:${GOOD_PASSWORD}`).toString("base64")}`;
  const wrong = "Bearer nobody";
  for (const headers of [{ cookie }, { authorization: basic }, { cookie, authorization: basic }])
    expect(codeOf(await ask(headers as Record<string, string>))).toBe("notSignedIn");
  expect(codeOf(await ask({ cookie, authorization: wrong }))).toBe("wrongCredentials");
});

test("nothing but JMAP, and nobody whom the configuration does not name", async () => {
  const headers = { authorization: bearer };
  expect(codeOf(await ask(headers, { url: "/api/password" }))).toBe("wrongOrigin");
  for (const origins of [null, [], ["https://other.example"]]) {
    const response = await ask(headers, { origins });
    expect(codeOf(response)).toBe("wrongOrigin");
    expect(response.headers).not.toHaveProperty("access-control-allow-origin");
    expect((await preflight("/jmap/api", origins)).headers).not.toHaveProperty(
      "access-control-allow-origin",
    );
  }
  expect((await preflight("/api/session", [ORIGIN])).headers).not.toHaveProperty(
    "access-control-allow-origin",
  );
});

test("our own pages stay our own, also when a user names them", async () => {
  const response = await ask(
    { origin: "http://localhost", host: "localhost", cookie },
    { origins: ["http://localhost"] },
  );
  expect(response.statusCode).toBe(200);
  expect(response.headers).not.toHaveProperty("access-control-allow-origin");
});
