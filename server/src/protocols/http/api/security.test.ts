import { api, type Endpoint } from "@atrium/contract/api/index";
import type { BeganSecondFactor, RecoveryCodes } from "@atrium/contract/api/security";
import { CAPABILITY, type JmapSession, type JsonObject } from "@atrium/contract/types/wire";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { LIMITS } from "../../../features/accounts/index.ts";
import { codeAt } from "../../../features/accounts/testing/authenticator.ts";
import { codeOf, GOOD_PASSWORD, httpBench, type Browser } from "../testing/bench.ts";

let bench: Awaited<ReturnType<typeof httpBench>>;
beforeAll(async () => {
  bench = await httpBench();
});
beforeEach(() => bench.platform.clock.advance(LIMITS.failureWindow + 1));

const signedIn = async (address = "bob@demo.test"): Promise<Browser> => {
  const browser = bench.browser();
  expect((await browser.signIn(address)).statusCode).toBe(200);
  return browser;
};
const password = { password: GOOD_PASSWORD };

type Named = Pick<Endpoint, "method" | "path">;
type Tree = Named | { readonly [Name in string]: Tree };
const endpointsOf = (tree: Tree): Named[] =>
  isEndpoint(tree) ? [tree] : Object.values(tree).flatMap(endpointsOf);
const isEndpoint = (tree: Tree): tree is Named => "path" in tree;

test("every route is for who is signed in", async () => {
  const browser = bench.browser();
  for (const [method, path] of [
    ["GET", "/api/second-factor"],
    ["POST", "/api/second-factor"],
    ["POST", "/api/second-factor/confirm"],
    ["POST", "/api/second-factor/recovery-codes"],
    ["POST", "/api/second-factor/turn-off"],
    ["POST", "/api/proof"],
    ["POST", "/api/second-factor/passkey"],
    ["POST", "/api/second-factor/passkey/add"],
    ["GET", "/api/recovery-address"],
    ["POST", "/api/recovery-address"],
    ["POST", "/api/recovery-address/confirm"],
    ["POST", "/api/recovery-address/remove"],
  ] as const)
    expect(codeOf(await browser.send(method, path, method === "POST" ? {} : undefined))).toBe(
      "notSignedIn",
    );
});

const everything = { scope: "all", isReadOnly: false };
const setCredentials = (browser: Browser, changes: JsonObject): Promise<JsonObject> =>
  browser.call("ClientCredential/set", { accountId: bench.bob.accountId, ...changes });
const listCredentials = async (browser: Browser) =>
  (await browser.call("ClientCredential/get", { accountId: bench.bob.accountId }))["list"];
const proved = async (browser: Browser) =>
  expect((await browser.post("/api/proof", password)).statusCode).toBe(204);

test("a secret is shown when it is made and never again", async () => {
  const browser = await signedIn();
  const given = { kind: "app-password", name: "Phone", ...everything };
  const answer = await setCredentials(browser, { create: { a: given } });
  const { secret, ...made } = (answer["created"] as Record<string, Made>)["a"]!;
  const list = await listCredentials(browser);
  expect(list).toEqual([{ ...given, ...made, secret: null }]);
  expect(secret).toMatch(/^[a-z2-9-]{34}$/);
  expect(made).toMatchObject({ lastUsedAt: null, expiresAt: null });
  await setCredentials(browser, { destroy: [made.id] });
  expect(await listCredentials(browser)).toEqual([]);
});
type Made = JsonObject & { readonly id: string; readonly secret: string };

test("a session that was left open makes and widens no way in, and may end each", async () => {
  const browser = await signedIn();
  const given = { kind: "token", name: "Phone", ...everything };
  const made = await setCredentials(browser, { create: { a: { ...given, scope: "files" } } });
  const { id, secret } = (made["created"] as Record<string, Made>)["a"]!;
  const opens = async () => {
    const headers = { authorization: `Bearer ${secret}` };
    const response = await bench.server.app.inject({ url: "/jmap/session", headers });
    return Object.keys(response.json<Partial<JmapSession>>().capabilities ?? {});
  };
  bench.platform.clock.advance(LIMITS.proofKept);
  const refused = { error: true, type: "proofRequired" };
  for (const changes of [{ create: { b: given } }, { update: { [id]: { scope: "all" } } }])
    expect(await setCredentials(browser, { ...changes, destroy: [id] })).toMatchObject(refused);
  expect(await opens()).not.toContain(CAPABILITY.principals);
  expect(codeOf(await browser.post("/api/proof", { password: "wrong" }))).toBe("wrongCredentials");
  expect(await setCredentials(browser, { create: { b: given } })).toMatchObject(refused);
  await proved(browser);
  const wide = { update: { [id]: { name: " My  desk ", scope: "contacts" } } };
  expect(await setCredentials(browser, wide)).toMatchObject({
    updated: { [id]: { name: "My desk" } },
  });
  expect(await opens()).toContain(CAPABILITY.principals);
  bench.platform.clock.advance(LIMITS.proofKept);
  expect(await setCredentials(browser, { destroy: [id] })).toMatchObject({ destroyed: [id] });
  expect(await opens()).toEqual([]);
});

test("a recovery address is set, and removed, with a proof that is not old; reading it needs none", async () => {
  const browser = await signedIn();
  const address = { address: "bob@example.org" };
  expect((await browser.post("/api/recovery-address", address)).statusCode).toBe(204);
  expect(codeOf(await browser.post("/api/recovery-address/confirm", { code: "abcd-efgh" }))).toBe(
    "wrongCode",
  );
  bench.platform.clock.advance(LIMITS.proofKept);
  for (const [path, body] of [
    ["", address],
    ["/confirm", { code: "abcd-efgh" }],
    ["/remove", undefined],
  ] as const)
    expect(codeOf(await browser.post(`/api/recovery-address${path}`, body))).toBe("proofRequired");
  const state = { address: null, pending: "bob@example.org" };
  expect((await browser.get("/api/recovery-address")).json()).toEqual(state);
  await proved(browser);
  expect((await browser.post("/api/recovery-address/remove")).statusCode).toBe(204);
  expect((await browser.get("/api/recovery-address")).json()).toMatchObject({ pending: null });
});

test("a link for a forgotten password is asked for without a session, from our own pages alone", async () => {
  const browser = bench.browser();
  for (const address of ["bob@demo.test", "nobody@demo.test", "nonsense"]) {
    const answer = await browser.post("/api/recovery", { address });
    expect([answer.statusCode, answer.payload]).toEqual([204, ""]);
  }
  const elsewhere = { origin: "https://evil.example" };
  expect(codeOf(await browser.post("/api/recovery", { address: "x" }, elsewhere))).toBe(
    "wrongOrigin",
  );
  expect(codeOf(await browser.post("/api/recovery", { address: "x".repeat(1001) }))).toBe(
    "invalid",
  );
});

test("a sign-in in two steps, from the picture to the recovery code", async () => {
  const browser = await signedIn();
  const { secret, uri } = (
    await browser.post("/api/second-factor", password)
  ).json<BeganSecondFactor>();
  expect(uri).toContain(`secret=${secret.replaceAll(" ", "")}&issuer=Lanternfield`);
  const code = codeAt(secret, bench.platform.clock.now());
  const { codes } = (
    await browser.post("/api/second-factor/confirm", { code })
  ).json<RecoveryCodes>();

  const credentials = { address: "bob@demo.test", ...password };
  const next = bench.browser();
  const first = await next.post("/api/sign-in", credentials);
  expect(codeOf(first)).toBe("secondFactorRequired");
  expect(first.headers).not.toHaveProperty("set-cookie");
  expect(codeOf(await next.post("/api/sign-in", { ...credentials, code }))).toBe("wrongCode");
  expect((await next.post("/api/sign-in", { ...credentials, code: codes[0] })).statusCode).toBe(
    200,
  );
  expect((await next.get("/api/second-factor")).json()).toMatchObject({ recoveryCodesLeft: 9 });

  const people = await bench.accounts.persons.list();
  expect(people.filter(({ secondFactor }) => secondFactor)).toHaveLength(1);
  await bench.accounts.secondFactor.reset("system", bench.bob.id);
  expect((await bench.browser().post("/api/sign-in", credentials)).statusCode).toBe(200);
});

test("who must set up a second factor reaches nothing else before", async () => {
  const { accounts, platform } = bench;
  await accounts.policies.requireSecondFactor("system", { for: "everybody", days: 0 });
  const browser = await signedIn();
  expect((await browser.get("/api/session")).json()).toMatchObject({
    owesSecondFactor: { isDue: true },
  });
  const open: readonly Named[] = [
    ...Object.values(api.session),
    ...Object.values(api.setUp),
    ...Object.values(api.invitation),
    ...Object.values(api.recovery),
    api.secondFactor.read,
    api.secondFactor.begin,
    api.secondFactor.confirm,
    api.secondFactor.beginPasskey,
    api.secondFactor.addPasskey,
  ];
  const rest = endpointsOf(api).filter((one) => !open.includes(one) && !/mail/.test(one.path));
  expect(rest.length).toBeGreaterThan(5);
  const jmap = ["session", "download/a/b/c", "eventsource"].map((path) => `/jmap/${path}`);
  for (const { method, path } of [
    ...rest,
    ...jmap.map((path) => ({ method: "GET", path }) as const),
    { method: "POST", path: "/jmap/api" } as const,
    { method: "POST", path: "/jmap/upload/a" } as const,
  ]) {
    const response = await browser.send(method, path.replace(/:\w+/g, "x"));
    expect([path, codeOf(response)]).toEqual([path, "secondFactorMissing"]);
  }
  const { secret } = (await browser.post("/api/second-factor", password)).json<BeganSecondFactor>();
  const code = codeAt(secret, platform.clock.now());
  expect((await browser.post("/api/second-factor/confirm", { code })).statusCode).toBe(200);
  expect((await browser.get("/api/sign-ins")).statusCode).toBe(200);
  expect((await browser.get("/api/session")).json()).not.toHaveProperty("owesSecondFactor");
  await accounts.policies.requireSecondFactor("system", { for: "nobody", days: 0 });
});
