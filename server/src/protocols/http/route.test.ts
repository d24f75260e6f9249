import { sql } from "kysely";
import { expect, test } from "vitest";
import { createBrowser, httpBench } from "./testing/bench.ts";

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
