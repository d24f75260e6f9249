import { api, type Endpoint } from "@atrium/contract/api/index";
import { expect, test } from "vitest";
import { LIMITS } from "../../../features/accounts/index.ts";
import { codeOf, GOOD_PASSWORD, httpBench } from "../testing/bench.ts";

const bench = await httpBench();
const alice = await bench.signedIn("alice@demo.test");
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

test("an administrator adds a domain, in Unicode too", async () => {
  const added = await alice.post("/api/admin/domains", { name: "Bücher.example" });
  expect(added.json()).toMatchObject({ name: "xn--bcher-kva.example" });
  expect(codeOf(await alice.post("/api/admin/domains", { name: "not a domain" }))).toBe("invalid");
  expect(codeOf(await alice.post("/api/admin/domains", { name: "demo.test" }))).toBe(
    "alreadyExists",
  );
});

test("an administrator says what is done with unverified mail that claims a domain", async () => {
  const treatment = async (): Promise<unknown> => {
    const domains = (await alice.get("/api/admin/domains")).json<{ name: string }[]>();
    return domains.find(({ name }) => name === "demo.test");
  };
  expect(await treatment()).toMatchObject({ unverified: "junk" });
  const change = (name: string, unverified: string) =>
    alice.send("PATCH", `/api/admin/domains/${name}`, { unverified });
  expect((await change("demo.test", "reject")).statusCode).toBe(204);
  expect(await treatment()).toMatchObject({ unverified: "reject" });
  expect(codeOf(await change("demo.test", "burn"))).toBe("invalid");
  expect(codeOf(await change("elsewhere.test", "junk"))).toBe("notFound");
  expect((await change("demo.test", "junk")).statusCode).toBe(204);
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
