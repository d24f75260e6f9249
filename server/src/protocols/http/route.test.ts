import { endpoint } from "@atrium/contract/api/endpoint";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { LIMITS } from "../../features/accounts/index.ts";
import { codeOf, createBrowser, GOOD_PASSWORD, httpBench } from "./testing/bench.ts";

test("a request whose statement takes too long is refused, and the next one is answered", async () => {
  const bench = await httpBench();
  const alice = createBrowser(bench.serverWith({ statementTime: 100 }));
  await alice.signIn("alice@demo.test");
  const slow = await bench.platform.db.transaction().execute(async (tx) => {
    await sql`lock table sign_in_event in access exclusive mode`.execute(tx);
    return await alice.get("/api/sign-ins");
  });
  expect(slow.statusCode).toBe(503);
  expect(slow.json()).toMatchObject({
    code: "unavailable",
    detail: expect.stringContaining("took too long") as string,
  });
  expect((await alice.get("/api/sign-ins")).statusCode).toBe(200);
});

test("a route that wants a proof is closed to a session whose proof is old", async () => {
  const bench = await httpBench();
  const { clock } = bench.platform;
  const server = bench.serverWith({});
  server.route(endpoint("POST", "/api/guarded"), {
    access: "signed-in",
    proof: "recent",
    handle: async () => undefined,
  });
  const browser = createBrowser(server);
  await browser.signIn("alice@demo.test");
  const call = () => browser.post("/api/guarded", {});
  clock.advance(LIMITS.proofKept - 1);
  expect((await call()).statusCode).toBe(204);
  clock.advance(1);
  expect(codeOf(await call())).toBe("proofRequired");
  expect(codeOf(await browser.post("/api/proof", { password: "wrong" }))).toBe("wrongCredentials");
  expect(codeOf(await call())).toBe("proofRequired");
  expect((await browser.post("/api/proof", { password: GOOD_PASSWORD })).statusCode).toBe(204);
  expect((await call()).statusCode).toBe(204);
});
