import { beforeAll, beforeEach, expect, test } from "vitest";
import { createLog } from "../../../platform/log/index.ts";
import { createEngine } from "../../../engine/index.ts";
import { contactCapabilities, contactTypes } from "../../contacts/index.ts";
import { LIMITS } from "../limits.ts";
import { createAccounts, type Accounts } from "../accounts.ts";
import { GOOD_PASSWORD, peopledBench } from "../testing/bench.ts";

const CLIENT = { ip: "192.0.2.1", userAgent: "Browser" };

let bench: Awaited<ReturnType<typeof peopledBench>>;
let accounts: Accounts;
let lines: Record<string, unknown>[];
beforeAll(async () => {
  bench = await peopledBench();
  const write = (line: string): void => void lines.push(JSON.parse(line));
  const platform = { ...bench.platform, log: createLog({ destination: { write } }) };
  const engine = createEngine({
    ...platform,
    types: [...contactTypes],
    capabilities: [...contactCapabilities],
    limits: {},
  });
  accounts = createAccounts({ ...platform, engine, prepareAccount: [] });
});
beforeEach(() => {
  lines = [];
});

const bob = { address: "bob@demo.test", password: GOOD_PASSWORD };
const said = (msg: string) =>
  lines
    .filter((line) => line["msg"] === msg)
    .map(({ level: _l, time: _t, msg: _m, ...rest }) => rest);
const kept = async () =>
  (await accounts.signIns.list(bench.bob.id)).map(({ result, way, ip }) => [result, way, ip]);

test("who signs in, and who fails to, is written down with person, way and address", async () => {
  const person = bench.bob.id;
  await accounts.signIn(bob, CLIENT);
  await expect(accounts.signIn({ ...bob, password: "wrong" }, CLIENT)).rejects.toThrow();
  const elsewhere = { ip: "192.0.2.9" };
  await expect(accounts.authenticate({ ...bob, password: "wrong" }, elsewhere)).rejects.toThrow();
  await accounts.authenticate(bob, elsewhere);
  const factors = "password";
  expect(said("sign-in")).toEqual([
    { result: "in", way: "browser", person, factors, ip: "192.0.2.1" },
    { result: "in", way: "program", person, factors, ip: "192.0.2.9" },
  ]);
  expect(said("sign-in refused")).toEqual([
    { result: "wrongCredentials", way: "browser", person, factors, ip: "192.0.2.1" },
    { result: "wrongCredentials", way: "program", person, factors, ip: "192.0.2.9" },
  ]);
  await expect.poll(kept).toEqual([
    ["wrongCredentials", "program", "192.0.2.9"],
    ["wrongCredentials", "browser", "192.0.2.1"],
    ["in", "browser", "192.0.2.1"],
  ]);
  bench.platform.clock.advance(LIMITS.signInsKept + 1);
  await accounts.sweep();
  expect(await kept()).toEqual([]);
});

test("what was typed as an address is nowhere, and breaks no line", async () => {
  const typed = 'my secret password\n{"level":"info"}';
  await expect(accounts.signIn({ address: typed, password: "x" }, CLIENT)).rejects.toThrow();
  expect(said("sign-in refused")).toMatchObject([{ person: null, result: "wrongCredentials" }]);
  expect(JSON.stringify(lines)).not.toContain("secret password");
});

test("guesses that are stopped, acts and ended sessions are in the log, with where they came from", async () => {
  const session = await accounts.signIn(bob, CLIENT);
  const next = "amber kettle quietly";
  await accounts.own.changePassword(session, { current: GOOD_PASSWORD, next }, CLIENT);
  const person = bench.bob.id;
  expect(said("action")).toEqual([
    { act: "person.change-password", thing: person, person, ip: "192.0.2.1" },
  ]);
  const { actor } = await accounts.signIn({ ...bob, address: "alice@demo.test" }, CLIENT);
  const [act] = await accounts.acts.list(actor, { limit: 1 });
  expect(act).toMatchObject({ verb: "person.change-password", personId: person, ip: "192.0.2.1" });
  await accounts.sessions.end(session.actor, { only: session.sessionId });
  expect(said("sessions ended")).toEqual([{ person, sessions: [session.sessionId] }]);
  for (let i = 0; i <= LIMITS.failuresPerPair; i += 1)
    await accounts.signIn({ ...bob, password: "wrong" }, CLIENT).catch(() => undefined);
  expect(said("sign-in refused").at(-1)).toMatchObject({ result: "tooManyRequests" });
  expect(JSON.stringify(lines)).not.toContain(next);
});
