import type { SignInEvent } from "@atrium/contract/api/session";
import { CAPABILITY } from "@atrium/contract/types/wire";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { LIMITS } from "../../../features/accounts/index.ts";
import { createLog } from "../../../platform/log/index.ts";
import { codeOf, createBrowser, GOOD_PASSWORD, httpBench, type Browser } from "../testing/bench.ts";

let bench: Awaited<ReturnType<typeof httpBench>>;
beforeAll(async () => {
  bench = await httpBench();
});
beforeEach(() => {
  bench.platform.clock.advance(LIMITS.failureWindow + 1);
});

const signedIn = async (address = "bob@demo.test") => {
  const browser = bench.browser();
  expect((await browser.signIn(address)).statusCode).toBe(200);
  return browser;
};

type Session = { readonly id: string; readonly isCurrent: boolean };
/** The sessions of a person, as their browser gets them. */
async function sessionsOf(browser: Browser, accountId = bench.bob.accountId): Promise<Session[]> {
  return (await browser.call("SignInSession/get", { accountId }))["list"] as Session[];
}
const idOf = ({ id }: Session): string => id;

describe("signing in", () => {
  test("sets a cookie that scripts can't read, and says who it is", async () => {
    const browser = bench.browser();
    expect(codeOf(await browser.get("/api/session"))).toBe("notSignedIn");
    const response = await browser.signIn("bob@demo.test");
    expect(response.json()).toEqual({
      personId: bench.bob.id,
      accountId: bench.bob.accountId,
      name: "Bob Ferreira",
      address: "bob@demo.test",
      preferences: {},
      roles: ["member"],
      organisation: "Lanternfield",
    });
    const cookie = String(response.headers["set-cookie"]);
    expect(cookie).toMatch(/^atrium_session=[\w-]{43}; /);
    for (const part of ["HttpOnly", "SameSite=Lax", "Path=/"]) expect(cookie).toContain(part);
    expect(cookie).not.toContain("Domain");
    expect((await browser.get("/api/session")).json()).toEqual(response.json());
  });

  test("under https the cookie is bound to the host and to encryption", async () => {
    const server = bench.serverWith({ publicUrl: "https://mail.example.org" });
    const browser = createBrowser(server, "https://mail.example.org");
    const response = await browser.signIn("bob@demo.test");
    const cookie = String(response.headers["set-cookie"]);
    expect(cookie).toMatch(/^__Host-atrium_session=/);
    expect(cookie).toContain("Secure");
    expect((await browser.get("/api/session")).statusCode).toBe(200);
  });

  test("it is also where a trusted proxy ends the encryption", async () => {
    const server = bench.serverWith({ trustedProxies: ["127.0.0.1"] });
    const browser = createBrowser(server, "https://mail.example.org");
    const forwarded = { "x-forwarded-proto": "https" };
    const credentials = { address: "bob@demo.test", password: GOOD_PASSWORD };
    const response = await browser.post("/api/sign-in", credentials, forwarded);
    expect(String(response.headers["set-cookie"])).toMatch(/^__Host-atrium_session=.*Secure/);
    expect((await browser.get("/api/session", forwarded)).statusCode).toBe(200);
    expect(codeOf(await browser.get("/api/session"))).toBe("notSignedIn");
  });

  test("over an open network needs encryption, unless the configuration says otherwise", async () => {
    const headers = { origin: "http://mail.example.org", host: "mail.example.org" };
    const payload = { address: "bob@demo.test", password: GOOD_PASSWORD };
    const send = (config: Parameters<typeof bench.serverWith>[0], more = {}) =>
      bench.serverWith(config).app.inject({
        method: "POST",
        url: "/api/sign-in",
        remoteAddress: "192.0.2.7",
        headers: { ...headers, ...more },
        payload,
      });
    const refused = await send({});
    expect([codeOf(refused), refused.headers["set-cookie"]]).toEqual(["unencrypted", undefined]);
    // Who is not trusted may say what it likes.
    expect(codeOf(await send({}, { "x-forwarded-proto": "https" }))).toBe("unencrypted");
    expect((await send({ plainHttp: "allow" })).statusCode).toBe(200);
    const https = { "x-forwarded-proto": "https", origin: "https://mail.example.org" };
    expect((await send({ trustedProxies: ["192.0.2.7"] }, https)).statusCode).toBe(200);
    // The page itself is shown, to say so; who is signed in is not.
    const look = (url: string) =>
      bench.server.app.inject({ url, headers, remoteAddress: "192.0.2.7" });
    for (const url of ["/api/session", "/jmap/session"])
      expect(codeOf(await look(url))).toBe("unencrypted");
    expect(codeOf(await look("/healthz"))).not.toBe("unencrypted");
  });

  test("an unknown address and a wrong password get the same answer", async () => {
    const browser = bench.browser();
    const wrong = await browser.signIn("bob@demo.test", "wrong");
    const unknown = await browser.signIn("nobody@demo.test", "wrong");
    const strange = await browser.signIn("not an address", "wrong");
    expect(codeOf(wrong)).toBe("wrongCredentials");
    expect(unknown.body).toBe(wrong.body);
    expect(strange.body).toBe(wrong.body);
    expect(wrong.headers["set-cookie"]).toBeUndefined();
  });

  test("too many failures are answered with the time to wait", async () => {
    const browser = bench.browser();
    let response = await browser.signIn("bob@demo.test", "wrong");
    for (let i = 0; i < LIMITS.failuresPerPair; i += 1)
      response = await browser.signIn("bob@demo.test", "wrong");
    expect(codeOf(response)).toBe("tooManyRequests");
    expect(response.headers["retry-after"]).toBe(String(LIMITS.failureWindow / 1000));
    expect(response.json()).toMatchObject({ retryAfter: LIMITS.failureWindow / 1000 });
  });

  test("a session that an attacker planted is never the one that signs in", async () => {
    const attacker = await signedIn("alice@demo.test");
    const planted = attacker.cookie()!;
    const victim = bench.browser();
    victim.carry(planted);
    await victim.signIn("bob@demo.test");
    expect(victim.cookie()).not.toBe(planted);
    expect(codeOf(await attacker.get("/api/session"))).toBe("notSignedIn");

    const invented = bench.browser();
    invented.carry(`atrium_session=${"A".repeat(43)}`);
    await invented.signIn("bob@demo.test");
    expect(invented.cookie()).not.toContain("AAAA");
  });

  test.each([
    ["no body", undefined],
    ["a list", []],
    ["a missing password", { address: "bob@demo.test" }],
    ["a number as password", { address: "bob@demo.test", password: 1 }],
    ["an address with NUL", { address: "bob\0@demo.test", password: "x" }],
    ["an endless password", { address: "bob@demo.test", password: "x".repeat(10_000) }],
  ])("%s is not valid", async (_name, body) => {
    expect(codeOf(await bench.browser().post("/api/sign-in", body))).toBe("invalid");
  });

  test("a body that is too large or no JSON is turned away", async () => {
    const browser = bench.browser();
    const password = "x".repeat(70_000);
    expect(codeOf(await browser.post("/api/sign-in", { address: "b", password }))).toBe("tooLarge");
    for (const type of ["application/json", "text/plain", "application/x-www-form-urlencoded"])
      expect(codeOf(await browser.post("/api/sign-in", "{", { "content-type": type }))).toBe(
        "badRequest",
      );
  });
});

describe("a session", () => {
  test("ends with signing out, for good", async () => {
    const browser = await signedIn();
    const cookie = browser.cookie()!;
    expect((await browser.post("/api/sign-out")).statusCode).toBe(204);
    expect(browser.cookie()).toBeUndefined();
    browser.carry(cookie);
    expect(codeOf(await browser.get("/api/session"))).toBe("notSignedIn");
    expect((await browser.post("/api/sign-out")).statusCode).toBe(204);
  });

  test("is listed with device and address, and can be ended from another one", async () => {
    const here = await signedIn();
    const there = await signedIn();
    const list = await sessionsOf(here);
    expect(list.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    expect(list[0]).toMatchObject({ userAgent: "Test browser", ip: "127.0.0.1" });
    const destroy = (await sessionsOf(there)).filter(({ isCurrent }) => isCurrent).map(idOf);
    const { accountId } = bench.bob;
    expect(await here.call("SignInSession/set", { accountId, destroy })).toMatchObject({
      destroyed: destroy,
    });
    expect(codeOf(await there.get("/api/session"))).toBe("notSignedIn");
    expect(await here.call("SignInSession/set", { accountId, destroy })).toMatchObject({
      notDestroyed: { [destroy[0]!]: { type: "notFound" } },
    });
  });

  test("that expired is told apart from one that was ended, for a while", async () => {
    const idle = await signedIn();
    const ended = await signedIn();
    bench.platform.clock.advance(LIMITS.sessionIdle + 1);
    // Signing in elsewhere meanwhile does not change that.
    const here = await signedIn();
    expect((await idle.get("/api/session")).json()).toMatchObject({
      code: "notSignedIn",
      hasExpired: true,
    });
    await here.call("SignInSession/endOthers", { accountId: bench.bob.accountId });
    for (const browser of [ended, idle, bench.browser()])
      expect((await browser.get("/api/session")).json()).not.toHaveProperty("hasExpired");

    const later = await signedIn();
    bench.platform.clock.advance(LIMITS.sessionIdle + LIMITS.sessionRemembered + 1);
    expect((await later.get("/api/session")).json()).not.toHaveProperty("hasExpired");
  });

  test("of another user can't be ended", async () => {
    const bob = await signedIn();
    const alice = await signedIn("alice@demo.test");
    const destroy = (await sessionsOf(alice, bench.alice.accountId)).map(idOf);
    const { accountId } = bench.bob;
    expect(await bob.call("SignInSession/set", { accountId, destroy })).toMatchObject({
      destroyed: null,
      notDestroyed: { [destroy[0]!]: { type: "notFound" } },
    });
    const there = { accountId: bench.alice.accountId, destroy };
    expect(await bob.call("SignInSession/set", there)).toMatchObject({ type: "accountNotFound" });
    expect((await alice.get("/api/session")).statusCode).toBe(200);
  });

  test("goes on under a new cookie when its person changes the password; all others end", async () => {
    const here = await signedIn();
    const there = await signedIn();
    const before = here.cookie();
    const next = "seldom tractor violet";
    const response = await here.post("/api/password", { current: GOOD_PASSWORD, next });
    expect(response.statusCode).toBe(204);
    expect(here.cookie()).not.toBe(before);
    expect((await here.get("/api/session")).statusCode).toBe(200);
    expect(codeOf(await there.get("/api/session"))).toBe("notSignedIn");
    const weak = { current: next, next: "lanternfield1" };
    expect(codeOf(await here.post("/api/password", weak))).toBe("weakPassword");
    await here.post("/api/password", { current: next, next: GOOD_PASSWORD });
  });

  test("carries what the person chose, into every browser", async () => {
    const browser = await signedIn();
    const { accountId } = (await browser.get("/api/session")).json<{ accountId: string }>();
    const update = { singleton: { locale: "ko", theme: "dark" } };
    const using = [CAPABILITY.core, CAPABILITY.preferences];
    const methodCalls = [["Preferences/set", { accountId, update }, "c"]];
    expect((await browser.post("/jmap/api", { using, methodCalls })).statusCode).toBe(200);
    expect((await (await signedIn()).get("/api/session")).json()).toMatchObject({
      preferences: { locale: "ko", theme: "dark" },
    });
  });
});

describe("requests that another site makes a browser send", () => {
  const origins = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "http://localhost.evil.example" },
    { origin: "https://localhost" },
    { origin: "http://localhost:8081" },
    { origin: "", "sec-fetch-site": "same-site" },
    { origin: "", "sec-fetch-site": "cross-site" },
    { origin: "", "sec-fetch-site": "none" },
    { origin: "" },
  ];
  const paths = [
    ["POST", "/api/sign-in"],
    ["POST", "/api/sign-out"],
    ["POST", "/api/proof"],
    ["POST", "/api/mail/pictures"],
    ["POST", "/api/set-up"],
    ["POST", "/jmap/api"],
    ["POST", "/jmap/upload/a1"],
    ["POST", "/nowhere"],
  ] as const;

  test.each(paths)("%s %s is refused for each of them", async (method, url) => {
    const browser = await signedIn("alice@demo.test");
    for (const headers of origins) {
      const { origin, ...rest } = headers;
      const response = await bench.server.app.inject({
        method,
        url,
        headers: {
          host: "localhost",
          cookie: browser.cookie()!,
          "content-type": "application/json",
          ...(origin === "" ? {} : { origin }),
          ...rest,
        },
        payload: "{}",
      });
      expect([codeOf(response), headers]).toEqual(["wrongOrigin", headers]);
    }
    expect((await browser.get("/api/session")).statusCode).toBe(200);
  });

  test("the own site's are taken, by either header", async () => {
    const browser = await signedIn();
    const headers = { host: "localhost", cookie: browser.cookie()! };
    for (const own of [{ origin: "http://localhost" }, { "sec-fetch-site": "same-origin" }])
      expect(
        (
          await bench.server.app.inject({
            method: "POST",
            url: "/api/set-up/state",
            headers: { ...headers, ...own },
            payload: { token: "none" },
          })
        ).statusCode,
      ).toBe(200);
  });

  test("with a public URL the Host header decides nothing", async () => {
    const server = bench.serverWith({ publicUrl: "https://mail.example.org" });
    const send = (host: string, origin: string) =>
      server.app.inject({ method: "POST", url: "/api/sign-out", headers: { host, origin } });
    expect(codeOf(await send("evil.example", "https://evil.example"))).toBe("wrongOrigin");
    expect((await send("inner:8080", "https://mail.example.org")).statusCode).toBe(204);
  });
});

describe("proxies", () => {
  const ipOf = async (trustedProxies: string[]) => {
    const server = bench.serverWith({ trustedProxies });
    const browser = createBrowser(server, "https://mail.example.org");
    const forwarded = {
      host: "inner:8080",
      "x-forwarded-for": "203.0.113.9",
      "x-forwarded-proto": "https",
      "x-forwarded-host": "mail.example.org",
    };
    const credentials = { address: "bob@demo.test", password: GOOD_PASSWORD };
    const response = await browser.post("/api/sign-in", credentials, forwarded);
    if (response.statusCode !== 200) return codeOf(response);
    const [event] = (await browser.get("/api/sign-ins", forwarded)).json<SignInEvent[]>();
    return event!.ip;
  };

  test("that are trusted say who the client is and what it typed", async () => {
    expect(await ipOf(["127.0.0.0/8"])).toBe("203.0.113.9");
  });
  test("that are not trusted say nothing", async () => {
    expect(await ipOf([])).toBe("unencrypted");
    expect(await ipOf(["192.0.2.1"])).toBe("unencrypted");
  });
});

test("a request's line in the log names the person, or why it was refused", async () => {
  const lines: string[] = [];
  const log = createLog({ destination: { write: (line) => void lines.push(line) } });
  const browser = createBrowser(bench.serverWith({}, log));
  await browser.get("/api/second-factor");
  await browser.signIn("bob@demo.test");
  const [event] = (await browser.get("/api/sign-ins")).json<SignInEvent[]>();
  expect(event).toMatchObject({ isIn: true, way: "browser", userAgent: "Test browser" });
  await browser.get("/api/admin/domains/demo.test/check");
  await browser.post("/api/sign-out", undefined, { origin: "https://evil.example" });
  const person = bench.bob.id;
  const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "request");
  expect(requests).toMatchObject([
    { path: "/api/second-factor", status: 401, refusal: "notSignedIn" },
    { path: "/api/sign-in", status: 200 },
    { path: "/api/sign-ins", status: 200, person },
    { path: "/api/admin/domains/demo.test/check", status: 403, person, refusal: "forbidden" },
    { path: "/api/sign-out", status: 403, refusal: "wrongOrigin" },
  ]);
});
