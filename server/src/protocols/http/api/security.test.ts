import { api, type Endpoint } from "@atrium/contract/api/index";
import type {
  BeganSecondFactor,
  ClientCredential,
  CreatedCredential,
  RecoveryCodes,
} from "@atrium/contract/api/security";
import type { JmapSession } from "@atrium/contract/types/wire";
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
const everything = { scope: "all", isReadOnly: false };

type Named = Pick<Endpoint, "method" | "path">;
type Tree = Named | { readonly [Name in string]: Tree };
const endpointsOf = (tree: Tree): Named[] =>
  isEndpoint(tree) ? [tree] : Object.values(tree).flatMap(endpointsOf);
const isEndpoint = (tree: Tree): tree is Named => "path" in tree;

test("every route is for who is signed in", async () => {
  const browser = bench.browser();
  for (const [method, path] of [
    ["GET", "/api/credentials"],
    ["POST", "/api/credentials"],
    ["PATCH", "/api/credentials/c1"],
    ["DELETE", "/api/credentials/c1"],
    ["GET", "/api/second-factor"],
    ["POST", "/api/second-factor"],
    ["POST", "/api/second-factor/confirm"],
    ["POST", "/api/second-factor/recovery-codes"],
    ["POST", "/api/second-factor/turn-off"],
    ["POST", "/api/proof"],
    ["GET", "/api/passkeys"],
    ["POST", "/api/passkeys"],
    ["POST", "/api/passkeys/begin"],
    ["PATCH", "/api/passkeys/k1"],
    ["POST", "/api/passkeys/k1/remove"],
    ["POST", "/api/admin/second-factor"],
  ] as const)
    expect(codeOf(await browser.send(method, path, method === "POST" ? {} : undefined))).toBe(
      "notSignedIn",
    );
});

test("a secret is shown when it is made and never again", async () => {
  const browser = await signedIn();
  const given = { kind: "app-password", name: "Phone", days: 30, ...everything, ...password };
  const made = (await browser.post("/api/credentials", given)).json<CreatedCredential>();
  const list = await browser.get("/api/credentials");
  expect(list.json<ClientCredential[]>()).toEqual([made.credential]);
  expect(list.payload).not.toContain(made.secret);
  expect(made.credential).toMatchObject({ kind: "app-password", name: "Phone", lastUsedAt: null });
  expect((await browser.send("DELETE", `/api/credentials/${made.credential.id}`)).statusCode).toBe(
    204,
  );
  expect((await browser.get("/api/credentials")).json()).toEqual([]);
});

test.each([
  ["a wrong password", { password: "wrong" }, "wrongCredentials"],
  ["an empty name", { name: " " }, "invalid"],
  ["no days", { days: 0 }, "invalid"],
  ["an unknown kind", { kind: "key" }, "invalid"],
  ["an unknown scope", { scope: "calendars" }, "invalid"],
  ["no word on changes", { isReadOnly: undefined }, "invalid"],
])("%s makes no secret", async (_, wrong, code) => {
  const browser = await signedIn();
  const given = { kind: "token", name: "Phone", days: null, ...everything, ...password, ...wrong };
  expect(codeOf(await browser.post("/api/credentials", given))).toBe(code);
});

test("what a program may use is changed by who knows the password, and holds for its next request", async () => {
  const browser = await signedIn();
  const given = { kind: "token", name: "Phone", days: null, ...everything, ...password };
  const { credential, secret } = (
    await browser.post("/api/credentials", given)
  ).json<CreatedCredential>();
  const path = `/api/credentials/${credential.id}`;
  const narrow = { name: "Files", scope: "files", isReadOnly: true };
  const change = async (more: object, id = path) =>
    codeOf(await browser.send("PATCH", id, { ...narrow, ...password, ...more }));
  expect(await change({ password: "wrong" })).toBe("wrongCredentials");
  expect(await change({ scope: "everything" })).toBe("invalid");
  expect(await change({}, "/api/credentials/c0")).toBe("notFound");
  const mayChange = async () => {
    const headers = { authorization: `Bearer ${secret}` };
    const response = await bench.server.app.inject({ url: "/jmap/session", headers });
    return !response.json<JmapSession>().accounts[bench.bob.accountId]!.isReadOnly;
  };
  expect(await mayChange()).toBe(true);
  const changed = await browser.send("PATCH", path, { ...narrow, ...password });
  expect(changed.json()).toEqual({ ...credential, ...narrow, lastUsedAt: expect.any(String) });
  expect(await mayChange()).toBe(false);
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
  await accounts.secondFactorRules.change("system", { for: "everybody", days: 0 });
  const browser = await signedIn();
  expect((await browser.get("/api/session")).json()).toMatchObject({
    owesSecondFactor: { isDue: true },
  });
  const open: readonly Named[] = [
    ...Object.values(api.session),
    ...Object.values(api.setUp),
    api.secondFactor.read,
    api.secondFactor.begin,
    api.secondFactor.confirm,
    api.passkeys.list,
    api.passkeys.begin,
    api.passkeys.add,
  ];
  const rest = endpointsOf(api).filter((one) => !open.includes(one) && !/mail/.test(one.path));
  expect(rest.length).toBeGreaterThan(15);
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
  expect((await browser.get("/api/credentials")).statusCode).toBe(200);
  expect((await browser.get("/api/session")).json()).not.toHaveProperty("owesSecondFactor");
  await accounts.secondFactorRules.change("system", { for: "nobody", days: 0 });
});
