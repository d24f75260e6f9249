import { beforeEach, expect, test } from "vitest";
import { codeOf, GOOD_PASSWORD, httpBench, type Browser } from "../testing/bench.ts";

let bench: Awaited<ReturnType<typeof httpBench>>;
let token: string;
beforeEach(async () => {
  bench = await httpBench();
  token = await invite(await bench.signedIn("alice@demo.test"));
});

const NEW = "harbour lantern mosaic";

/** Has an administrator's browser make Bob's link. */
async function invite(browser: Browser): Promise<string> {
  const { methodResponses } = (
    await browser.post("/jmap/api", {
      using: ["urn:ietf:params:jmap:core", "urn:atrium:administration"],
      methodCalls: [["Person/invite", { accountId: "organisation", id: bench.bob.id }, "i"]],
    })
  ).json<{ methodResponses: [string, { token: string }, string][] }>();
  return methodResponses[0]![1].token;
}

test("a browser without a session reads whom the link is for, sets the password and is signed in", async () => {
  const browser = bench.browser();
  const state = async (): Promise<unknown> =>
    (await browser.post("/api/invitation/state", { token })).json();
  expect(await state()).toEqual({
    open: true,
    kind: "invitation",
    name: "Bob Ferreira",
    address: "bob@demo.test",
    organisation: "Lanternfield",
  });
  const response = await browser.post("/api/invitation", { token, password: NEW });
  expect(response.json()).toMatchObject({ address: "bob@demo.test" });
  // The link is nowhere in what the browser gets, and its session stands in a cookie that no script reads.
  expect(response.payload).not.toContain(token);
  expect(response.headers["set-cookie"]).toContain("HttpOnly");
  expect((await browser.get("/api/session")).json()).toEqual(response.json());
  expect(await state()).toEqual({ open: false });
  expect(codeOf(await bench.browser().signIn("bob@demo.test", GOOD_PASSWORD))).toBe(
    "wrongCredentials",
  );
  expect((await bench.browser().signIn("bob@demo.test", NEW)).statusCode).toBe(200);
});

test("a session that the browser had ends, whosever it was", async () => {
  const browser = await bench.signedIn("alice@demo.test");
  const before = browser.cookie()!;
  await browser.post("/api/invitation", { token, password: NEW });
  expect((await browser.get("/api/session")).json()).toMatchObject({ address: "bob@demo.test" });
  const old = bench.browser();
  old.carry(before);
  expect(codeOf(await old.get("/api/session"))).toBe("notSignedIn");
});

test("from another site, without a token, with nonsense or a guess nothing is set, and the link stays good", async () => {
  const browser = bench.browser();
  const given = { token, password: NEW };
  const elsewhere = { origin: "https://evil.example" };
  for (const path of ["/api/invitation/state", "/api/invitation"]) {
    expect(codeOf(await browser.post(path, given, elsewhere))).toBe("wrongOrigin");
    expect(codeOf(await browser.post(path, { password: NEW }))).toBe("invalid");
    expect(codeOf(await browser.post(path, { ...given, token: 7 }))).toBe("invalid");
    expect(codeOf(await browser.post(path, { ...given, token: "x".repeat(10_000) }))).toBe(
      "invalid",
    );
  }
  expect((await browser.post("/api/invitation/state", { token: "guess" })).json()).toEqual({
    open: false,
  });
  for (const [wrong, code] of [
    [{ token: "guess" }, "forbidden"],
    [{ password: "12345" }, "weakPassword"],
    [{ password: null }, "invalid"],
    [{ code: 7 }, "invalid"],
  ] as const)
    expect(codeOf(await browser.post("/api/invitation", { ...given, ...wrong }))).toBe(code);
  expect(codeOf(await browser.get("/api/session"))).toBe("notSignedIn");
  expect((await browser.post("/api/invitation", given)).statusCode).toBe(200);
});
