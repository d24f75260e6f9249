import type { AdminSharedAccount } from "@atrium/contract/api/admin";
import { expect, test } from "vitest";
import { codeOf, httpBench } from "../testing/bench.ts";

const bench = await httpBench();
const alice = await bench.signedIn("alice@demo.test");

const SHARED = "/api/admin/shared-accounts";

async function accountsOfBob(): Promise<string[]> {
  const bob = bench.browser();
  await bob.signIn("bob@demo.test");
  const session = await bob.get("/jmap/session");
  return Object.keys(session.json<{ accounts: object }>().accounts);
}

test("an administrator makes a shared account, lets a person in and out, and ends it", async () => {
  const given = { name: "Support", address: "support@demo.test" };
  const made: AdminSharedAccount = (await alice.post(SHARED, given)).json();
  expect(made).toMatchObject({ ...given, members: [] });
  expect(codeOf(await alice.post(SHARED, given))).toBe("alreadyExists");
  expect(await accountsOfBob()).not.toContain(made.id);

  const members = `${SHARED}/${made.id}/members`;
  for (const mayWrite of [false, true]) {
    const grant = { personId: bench.bob.id, mayWrite };
    expect((await alice.post(members, grant)).statusCode).toBe(204);
    const [account]: AdminSharedAccount[] = (await alice.get(SHARED)).json();
    expect(account!.members).toEqual([
      { ...grant, name: "Bob Ferreira", address: "bob@demo.test" },
    ]);
  }
  expect(await accountsOfBob()).toContain(made.id);
  expect(codeOf(await alice.post(members, { personId: "p0", mayWrite: true }))).toBe("invalid");
  expect(codeOf(await alice.post(members, { personId: bench.bob.id }))).toBe("invalid");

  const revoke = () => alice.send("DELETE", `${members}/${bench.bob.id}`);
  expect((await revoke()).statusCode).toBe(204);
  expect(codeOf(await revoke())).toBe("notFound");
  expect(await accountsOfBob()).not.toContain(made.id);

  expect((await alice.send("DELETE", `${SHARED}/${made.id}`)).statusCode).toBe(204);
  expect((await alice.get(SHARED)).json()).toEqual([]);
  expect(codeOf(await alice.send("DELETE", `${SHARED}/${made.id}`))).toBe("notFound");
});
