import type { PasskeyCreation, PasskeyRequest } from "@atrium/contract/api/passkeys";
import type { JsonObject } from "@atrium/contract/types/wire";
import { beforeAll, expect, test } from "vitest";
import { LIMITS } from "../../../features/accounts/index.ts";
import { createDevice } from "../../../features/accounts/testing/software-authenticator.ts";
import { codeOf, createBrowser, GOOD_PASSWORD, httpBench, type Browser } from "../testing/bench.ts";

const ORIGIN = "https://mail.example.org";
const password = { password: GOOD_PASSWORD };

let bench: Awaited<ReturnType<typeof httpBench>>;
let newBrowser: () => Browser;
beforeAll(async () => {
  bench = await httpBench();
  const server = bench.serverWith({ publicUrl: ORIGIN });
  newBrowser = () => createBrowser(server, ORIGIN);
});

const ask = async (browser: Browser) =>
  (await browser.post("/api/sign-in/passkey/ask")).json<PasskeyRequest>();

const account = () => ({ accountId: bench.bob.accountId });
const begin = async (browser: Browser): Promise<PasskeyCreation> =>
  (await browser.call("Passkey/begin", account()))["creation"] as PasskeyCreation;
const add = (browser: Browser, name: string, created: unknown) =>
  browser.call("Passkey/add", { ...account(), name, created });

test("from adding over signing in to removing, for the host of the public address", async () => {
  const browser = newBrowser();
  await browser.signIn("bob@demo.test");
  bench.platform.clock.advance(LIMITS.proofKept);
  const refused = { type: "proofRequired", error: true };
  expect(await browser.call("Passkey/begin", account())).toMatchObject(refused);
  expect((await browser.post("/api/proof", password)).statusCode).toBe(204);
  const begun = await begin(browser);
  expect(begun).toMatchObject({
    rp: { id: "mail.example.org", name: "Lanternfield" },
    user: { name: "bob@demo.test", displayName: "Bob Ferreira" },
    excludeCredentials: [],
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  const device = createDevice("p256", ORIGIN);
  const created = device.create(begun);
  expect(await add(browser, " ", created)).toMatchObject({ type: "invalidArguments" });
  const { id } = (await add(browser, "Key ring", created)) as { id: string } & JsonObject;
  expect(await add(browser, "Key ring", created)).toMatchObject({ code: "wrongPasskey" });
  expect(await browser.call("Passkey/get", account())).toMatchObject({
    list: [{ id, name: "Key ring", credentialId: device.id, lastUsedAt: null }],
  });
  expect((await begin(browser)).excludeCredentials).toEqual([
    { type: "public-key", id: device.id },
  ]);

  const next = newBrowser();
  const request = await ask(next);
  expect(request).toMatchObject({ rpId: "mail.example.org", userVerification: "required" });
  const response = await next.post("/api/sign-in/passkey", device.get(request));
  expect(response.json()).toMatchObject({ personId: bench.bob.id });
  expect(String(response.headers["set-cookie"])).toMatch(/^__Host-atrium_session=.*Secure/);
  expect((await next.get("/api/sign-ins")).json()).toMatchObject([
    { isIn: true, way: "passkey" },
    { isIn: true, way: "browser" },
  ]);

  const set = (changes: JsonObject) => next.call("Passkey/set", { ...account(), ...changes });
  await set({ update: { [id]: { name: "Blue key" } } });
  expect(await next.call("Passkey/get", account())).toMatchObject({ list: [{ name: "Blue key" }] });
  bench.platform.clock.advance(LIMITS.proofKept);
  for (const changes of [{ destroy: [id] }, { update: { [id]: { name: "Mine" } } }])
    expect(await set(changes)).toMatchObject(refused);
  await next.post("/api/proof", password);
  expect(await set({ destroy: [id] })).toMatchObject({ destroyed: [id] });
  const gone = device.get(await ask(next));
  expect(codeOf(await next.post("/api/sign-in/passkey", gone))).toBe("wrongPasskey");
});

test("what one session was asked for, no other one of the person's answers", async () => {
  const [here, there] = [newBrowser(), newBrowser()];
  for (const browser of [here, there]) await browser.signIn("bob@demo.test");
  const created = createDevice("p256", ORIGIN).create(await begin(here));
  expect(await add(there, "Laptop", created)).toMatchObject({ code: "wrongPasskey" });
  expect(await add(here, "Laptop", created)).toHaveProperty("id");
});

test("who is asked for a second factor first adds one before anything else is open", async () => {
  const { accounts } = bench;
  const one = newBrowser();
  await one.signIn("alice@demo.test");
  const path = "/api/second-factor/passkey";
  expect(codeOf(await one.post(path, password))).toBe("forbidden");
  await accounts.policies.requireSecondFactor("system", { for: "everybody" });
  expect(codeOf(await one.post(path, { password: "wrong" }))).toBe("wrongCredentials");
  const begun = (await one.post(path, password)).json<PasskeyCreation>();
  const given = { name: "Laptop", created: createDevice("p256", ORIGIN).create(begun) };
  expect((await one.post(`${path}/add`, given)).statusCode).toBe(204);
  expect((await one.get("/api/session")).json()).not.toHaveProperty("owesSecondFactor");
  await accounts.policies.requireSecondFactor("system", { for: "nobody" });
});

test("what one browser was asked for no other one answers, and windows of one do not get in each other's way", async () => {
  const browser = newBrowser();
  await browser.signIn("bob@demo.test");
  const device = createDevice("p256", ORIGIN);
  await add(browser, "Laptop", device.create(await begin(browser)));
  const here = newBrowser();
  const elsewhere = newBrowser();
  const [first, second] = [await ask(here), await ask(here)];
  const cookie = here.cookie()!;
  expect(cookie).toMatch(/^__Host-atrium_passkey=/);
  const stolen = device.get(first);
  expect(codeOf(await elsewhere.post("/api/sign-in/passkey", stolen))).toBe("wrongPasskey");
  await ask(elsewhere);
  expect(codeOf(await elsewhere.post("/api/sign-in/passkey", stolen))).toBe("wrongPasskey");
  expect((await here.post("/api/sign-in/passkey", device.get(first))).statusCode).toBe(200);
  expect((await here.post("/api/sign-in/passkey", device.get(second))).statusCode).toBe(200);
});

test("what is no answer of a browser is not even looked at", async () => {
  const browser = newBrowser();
  const good = createDevice("p256", ORIGIN).get(await ask(browser));
  for (const wrong of [
    {},
    { ...good, id: "" },
    { ...good, id: "a".repeat(1365) },
    { ...good, response: { ...good.response, signature: "no base64url!" } },
    { ...good, response: { ...good.response, userHandle: undefined } },
  ])
    expect(codeOf(await browser.post("/api/sign-in/passkey", wrong))).toBe("invalid");
  await browser.signIn("bob@demo.test");
  const begun = await begin(browser);
  const created = createDevice("p256", ORIGIN).create(begun);
  const { response } = created;
  for (const wrong of [
    null,
    [],
    "x",
    { ...created, id: "" },
    { ...created, id: "a".repeat(1365) },
    { ...created, response: null },
    { ...created, response: { ...response, publicKey: "no base64url!" } },
    { ...created, response: { ...response, authenticatorData: "a".repeat(10_001) } },
    { ...created, response: { ...response, clientDataJSON: 7 } },
  ])
    expect(await add(browser, "Key", wrong)).toMatchObject({ type: "invalidArguments" });
  expect(await add(browser, "Key", created)).toHaveProperty("id");
});
