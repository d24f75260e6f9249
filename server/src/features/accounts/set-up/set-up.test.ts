import { beforeEach, expect, test } from "vitest";
import { accountsBench, type AccountsBench } from "../testing/bench.ts";

let bench: AccountsBench;
beforeEach(async () => {
  bench = await accountsBench();
});

const client = { ip: "192.0.2.1", userAgent: "Browser" };
const given = (token: string) => ({
  token,
  organisation: "Lanternfield",
  domain: "Demo.Test",
  name: "Alice Hartley",
  localPart: "alice",
  password: "violet tractor seldom",
});
const refusal = (code: string) => expect.objectContaining({ name: "Refusal", code });

test("the link makes the organisation, its domain and the first administrator, who is signed in", async () => {
  const { accounts } = bench;
  const token = (await accounts.setUp.token())!;
  expect(await accounts.setUp.isOpen(token)).toBe(true);
  const signedIn = await accounts.setUp.complete(given(token), client);
  expect(signedIn.info).toMatchObject({
    address: "alice@demo.test",
    roles: ["member", "administrator"],
    organisation: "Lanternfield",
  });
  expect(await accounts.actorOfToken(signedIn.token, client.ip)).not.toBeNull();
  expect((await accounts.domains.list()).map(({ name }) => name)).toEqual(["demo.test"]);
});

test("the link works once, and no more are made", async () => {
  const { accounts } = bench;
  const token = (await accounts.setUp.token())!;
  await accounts.setUp.complete(given(token), client);
  expect(await accounts.setUp.isOpen(token)).toBe(false);
  expect(await accounts.setUp.token()).toBeNull();
  await expect(accounts.setUp.complete(given(token), client)).rejects.toEqual(refusal("setUpDone"));
});

test("of two who use the link at once one wins, also with two links", async () => {
  const { accounts } = bench;
  const tokens = [(await accounts.setUp.token())!, (await accounts.setUp.token())!];
  const outcomes = await Promise.allSettled(
    [...tokens, ...tokens].map((token, index) =>
      accounts.setUp.complete({ ...given(token), localPart: `admin${index}` }, client),
    ),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const outcome of outcomes)
    if (outcome.status === "rejected") expect(outcome.reason).toEqual(refusal("setUpDone"));
  expect(await accounts.persons.list()).toHaveLength(1);
});

test("a wrong link opens nothing, and a failed try leaves the link good", async () => {
  const { accounts } = bench;
  const token = (await accounts.setUp.token())!;
  await expect(accounts.setUp.complete(given("guess"), client)).rejects.toEqual(
    refusal("forbidden"),
  );
  for (const [wrong, code] of [
    [{ domain: "not a domain" }, "invalid"],
    [{ localPart: "a b" }, "invalid"],
    [{ organisation: " " }, "invalid"],
    [{ password: "Lanternfield1" }, "weakPassword"],
  ] as const)
    await expect(accounts.setUp.complete({ ...given(token), ...wrong }, client)).rejects.toEqual(
      refusal(code),
    );
  expect(await accounts.setUp.isOpen(token)).toBe(true);
  expect(await accounts.organisation()).toBeNull();
});

test("the store holds no link", async () => {
  const token = (await bench.accounts.setUp.token())!;
  const { rows } = await bench.platform.pool.query<{ row: string }>(
    "select t::text || encode(token_hash, 'escape') as row from set_up_token t",
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]!.row).not.toContain(token);
});
