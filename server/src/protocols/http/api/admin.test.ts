import type { AdminPerson } from "@atrium/contract/api/admin";
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

test("an administrator adds a person, who can sign in", async () => {
  const added = await alice.post("/api/admin/people", carol);
  expect(added.json()).toMatchObject({ address: "carol@demo.test", roles: ["member"] });
  expect(added.body).not.toContain(GOOD_PASSWORD);
  expect((await bench.browser().signIn("carol@demo.test")).statusCode).toBe(200);
  expect(codeOf(await alice.post("/api/admin/people", carol))).toBe("alreadyExists");
  const people: AdminPerson[] = (await alice.get("/api/admin/people")).json();
  expect(people.map(({ name }) => name)).toEqual([
    "Alice Hartley",
    "Bob Ferreira",
    "Carol Nyström",
  ]);
});

test("a disabled person is out at once, and back only with a new sign-in", async () => {
  const browser = bench.browser();
  await browser.signIn("carol@demo.test");
  const { id } = (await bench.accounts.persons.find("carol@demo.test"))!;
  expect((await alice.post(`/api/admin/people/${id}/disable`)).statusCode).toBe(204);
  expect(codeOf(await browser.get("/api/session"))).toBe("notSignedIn");
  expect(codeOf(await browser.get("/jmap/session"))).toBe("notSignedIn");
  expect(codeOf(await browser.signIn("carol@demo.test"))).toBe("wrongCredentials");
  expect((await alice.post(`/api/admin/people/${id}/enable`)).statusCode).toBe(204);
  expect((await browser.signIn("carol@demo.test")).statusCode).toBe(200);
});

test("an administrator sets a password; it ends the person's sessions", async () => {
  const browser = bench.browser();
  await browser.signIn("carol@demo.test");
  const { id } = (await bench.accounts.persons.find("carol@demo.test"))!;
  const url = `/api/admin/people/${id}/password`;
  expect(codeOf(await alice.post(url, { password: "carol.nystrom" }))).toBe("weakPassword");
  expect((await alice.post(url, { password: "seldom violet tractor" })).statusCode).toBe(204);
  expect(codeOf(await browser.get("/api/session"))).toBe("notSignedIn");
  expect((await browser.signIn("carol@demo.test", "seldom violet tractor")).statusCode).toBe(200);
});

test("an administrator signs a person out everywhere, and leaves the password as it is", async () => {
  const browser = bench.browser();
  await browser.signIn("carol@demo.test", "seldom violet tractor");
  const { id } = (await bench.accounts.persons.find("carol@demo.test"))!;
  expect((await alice.post(`/api/admin/people/${id}/end-sessions`)).statusCode).toBe(204);
  expect(codeOf(await browser.get("/api/session"))).toBe("notSignedIn");
  expect((await browser.signIn("carol@demo.test", "seldom violet tractor")).statusCode).toBe(200);
});

test("roles count from the next request on", async () => {
  const { id } = bench.bob;
  const change = (roles: string[]) => alice.send("PATCH", `/api/admin/people/${id}`, { roles });
  expect((await change(["member", "administrator"])).statusCode).toBe(200);
  expect((await bob.get("/api/admin/people")).statusCode).toBe(200);
  await change(["member"]);
  expect(codeOf(await bob.get("/api/admin/people"))).toBe("forbidden");
  expect(codeOf(await change(["emperor"]))).toBe("invalid");
  for (const unknown of ["p0", "%00", "..%2f..%2fdomains"])
    expect(codeOf(await alice.send("PATCH", `/api/admin/people/${unknown}`, { name: "X" }))).toBe(
      "notFound",
    );
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
  const person = `/api/admin/people/${bench.bob.id}`;
  const dave = { name: "Dave", address: "dave@demo.test", password: GOOD_PASSWORD };
  const sales = { name: "Sales", address: "sales@demo.test" };
  const shared = (await browser.post("/api/admin/shared-accounts", sales)).json();
  const team = { name: "Team", address: "team@demo.test", members: [] };
  const group = (await browser.post("/api/admin/groups", team)).json();
  const member = { personId: bench.bob.id, mayWrite: true };
  const acts = [
    ["POST", "/api/admin/people", dave],
    ["PATCH", person, { roles: ["member"] }],
    ["PATCH", person, { aliases: ["rob@demo.test"] }],
    ["POST", `${person}/password`, { password: GOOD_PASSWORD }],
    ["POST", `${person}/enable`, undefined],
    ["DELETE", `${person}/second-factor`, undefined],
    ["POST", `/api/admin/shared-accounts/${shared.id}/members`, member],
    ["PATCH", `/api/admin/groups/${group.id}`, { members: [bench.bob.id] }],
    ["POST", "/api/admin/second-factor", { for: "nobody", days: 0 }],
  ] as const;
  clock.advance(LIMITS.proofKept - 1);
  expect((await browser.send("PATCH", person, { roles: ["member"] })).statusCode).toBe(200);
  clock.advance(1);
  for (const [method, path, body] of acts)
    expect([path, codeOf(await browser.send(method, path, body))]).toEqual([path, "proofRequired"]);
  expect((await browser.send("PATCH", person, { name: "Bob Ferreira" })).statusCode).toBe(200);
  expect(codeOf(await browser.post("/api/proof", { password: "wrong" }))).toBe("wrongCredentials");
  expect(codeOf(await browser.send("PATCH", person, { roles: ["member"] }))).toBe("proofRequired");
  expect((await browser.post("/api/proof", { password: GOOD_PASSWORD })).statusCode).toBe(204);
  const answers = [];
  for (const [method, path, body] of acts)
    answers.push((await browser.send(method, path, body)).statusCode);
  expect(answers).toEqual([200, 200, 200, 204, 204, 404, 204, 200, 204]);
});
