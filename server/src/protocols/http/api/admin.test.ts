import { api, type Endpoint } from "@atrium/contract/api/index";
import { expect, test } from "vitest";
import { LIMITS } from "../../../features/accounts/index.ts";
import { codeOf, GOOD_PASSWORD, httpBench } from "../testing/bench.ts";

const bench = await httpBench();
const bob = await bench.signedIn("bob@demo.test");

const carol = { name: "Carol Nyström", address: "carol@demo.test", password: GOOD_PASSWORD };
const routes = Object.values(api.admin).flatMap((part) =>
  Object.values<Pick<Endpoint, "method" | "path">>(part),
);

test.each(routes)("$method $path is for administrators only", async ({ method, path }) => {
  const url = path.replaceAll(/:\w+/g, bench.alice.id);
  const body = method === "GET" ? undefined : { ...carol, roles: ["administrator"] };
  expect(codeOf(await bob.send(method, url, body))).toBe("forbidden");
  expect(codeOf(await bench.browser().send(method, url, body))).toBe("notSignedIn");
});

test("what opens a way in to others wants a proof that is not old, and the rest does not", async () => {
  const { clock } = bench.platform;
  const browser = bench.browser();
  await browser.signIn("alice@demo.test");
  const change = () => browser.post("/api/admin/second-factor", { for: "nobody", days: 0 });
  clock.advance(LIMITS.proofKept - 1);
  expect((await change()).statusCode).toBe(204);
  clock.advance(1);
  expect(codeOf(await change())).toBe("proofRequired");
  expect(codeOf(await browser.post("/api/proof", { password: "wrong" }))).toBe("wrongCredentials");
  expect(codeOf(await change())).toBe("proofRequired");
  expect((await browser.post("/api/proof", { password: GOOD_PASSWORD })).statusCode).toBe(204);
  expect((await change()).statusCode).toBe(204);
});
