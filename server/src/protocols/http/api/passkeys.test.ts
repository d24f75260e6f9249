import type { Passkey, PasskeyCreation, PasskeyRequest } from "@atrium/contract/api/passkeys";
import { beforeAll, expect, test } from "vitest";
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

test("from adding over signing in to removing, for the host of the public address", async () => {
  const browser = newBrowser();
  await browser.signIn("bob@demo.test");
  expect(codeOf(await browser.post("/api/passkeys/begin", { password: "wrong" }))).toBe(
    "wrongCredentials",
  );
  const begun = (await browser.post("/api/passkeys/begin", password)).json<PasskeyCreation>();
  expect(begun).toMatchObject({
    rp: { id: "mail.example.org", name: "Lanternfield" },
    user: { name: "bob@demo.test", displayName: "Bob Ferreira" },
    excludeCredentials: [],
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  const device = createDevice("p256", ORIGIN);
  const given = { name: "Key ring", created: device.create(begun) };
  const added = (await browser.post("/api/passkeys", given)).json<Passkey>();
  expect(added).toMatchObject({ name: "Key ring", credentialId: device.id, lastUsedAt: null });
  expect((await browser.get("/api/passkeys")).json()).toEqual([added]);
  const again = (await browser.post("/api/passkeys/begin", password)).json<PasskeyCreation>();
  expect(again.excludeCredentials).toEqual([{ type: "public-key", id: device.id }]);

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

  const path = `/api/passkeys/${added.id}`;
  expect((await next.send("PATCH", path, { name: "Blue key" })).statusCode).toBe(204);
  expect((await next.get("/api/passkeys")).json()).toMatchObject([{ name: "Blue key" }]);
  expect(codeOf(await next.post(`${path}/remove`, { password: "wrong" }))).toBe("wrongCredentials");
  expect((await next.post(`${path}/remove`, password)).statusCode).toBe(204);
  const gone = device.get(await ask(next));
  expect(codeOf(await next.post("/api/sign-in/passkey", gone))).toBe("wrongPasskey");
});

test("what one browser was asked for no other one answers, and windows of one do not get in each other's way", async () => {
  const browser = newBrowser();
  await browser.signIn("bob@demo.test");
  const device = createDevice("p256", ORIGIN);
  const begun = (await browser.post("/api/passkeys/begin", password)).json<PasskeyCreation>();
  const created = { name: "Laptop", created: device.create(begun) };
  expect((await browser.post("/api/passkeys", created)).statusCode).toBe(200);
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
});
