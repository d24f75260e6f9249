import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testWhole } from "../../../../../formats/src/testing/whole.ts";
import { LIMITS } from "../limits.ts";
import { isPassword } from "../passwords/password.ts";
import { GOOD_PASSWORD, peopledBench } from "../testing/bench.ts";

let bench: Awaited<ReturnType<typeof peopledBench>>;
beforeAll(async () => {
  bench = await peopledBench();
});

const bob = { address: "bob@demo.test", password: GOOD_PASSWORD };
const client = { ip: "192.0.2.1", userAgent: "Browser" };
const signIn = () => bench.accounts.signIn(bob, client);
const who = (token: string) => bench.accounts.actorOfToken(token, client.ip);
const refusal = (code: string) => expect.objectContaining({ name: "Refusal", code });
const MINUTE = 60_000;

describe("sessions", () => {
  test("a token names its person and the accounts that the person sees", async () => {
    const { token, info } = await signIn();
    expect(info).toMatchObject({ name: "Bob Ferreira", organisation: "Lanternfield" });
    expect(await who(token)).toMatchObject({
      info,
      actor: {
        personId: bench.bob.id,
        accounts: {
          [bench.bob.accountId]: { isPersonal: true, isReadOnly: false },
          organisation: { isPersonal: false, isReadOnly: true },
        },
      },
    });
    expect(await who(`${token}x`)).toBeNull();
  });

  test("the store holds no token", async () => {
    const { token } = await signIn();
    const { rows } = await bench.platform.pool.query<{ row: string }>(
      "select s::text || encode(token_hash, 'escape') as row from sign_in_session s",
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of rows) expect(row).not.toContain(token);
  });

  test("a session that is used lives on; one that is not ends", async () => {
    const { clock } = bench.platform;
    const used = await signIn();
    const unused = await signIn();
    clock.advance(LIMITS.sessionIdle - MINUTE);
    expect(await who(used.token)).not.toBeNull();
    clock.advance(2 * MINUTE);
    expect(await who(used.token)).not.toBeNull();
    expect(await who(unused.token)).toBeNull();
  });

  test("no session outlives the absolute limit", async () => {
    const { clock } = bench.platform;
    const { token } = await signIn();
    for (let day = 0; day < 89; day += 10) {
      clock.advance(10 * 24 * 60 * MINUTE - 1);
      if (day < 80) expect(await who(token)).not.toBeNull();
    }
    clock.advance(MINUTE);
    expect(await who(token)).toBeNull();
  });

  test("only so many sessions of a person are kept; the least recently seen goes first", async () => {
    const { accounts, platform } = bench;
    const first = await signIn();
    for (let i = 0; i < LIMITS.sessionsPerPerson; i += 1) {
      platform.clock.advance(1);
      await accounts.sessions.start({ ...bench.bob, personId: bench.bob.id }, client);
    }
    expect(await who(first.token)).toBeNull();
    expect(await accounts.sessions.list(bench.bob.id)).toHaveLength(LIMITS.sessionsPerPerson);
  });

  test("a password that was changed while it was being verified starts no session", async () => {
    const { accounts, platform } = bench;
    const { id, accountId } = bench.bob;
    const { rows } = await platform.pool.query<{ at: Date }>(
      "select changed_at as at from person_password where person_id = $1",
      [id],
    );
    const verified = rows[0]!.at.getTime();
    const bob = { personId: id, accountId };
    await expect(
      accounts.sessions.start(bob, client, { passwordOf: verified, withCode: false }),
    ).resolves.toBeDefined();
    const before = await accounts.sessions.list(id);
    await expect(
      accounts.sessions.start(bob, client, { passwordOf: verified - 1, withCode: false }),
    ).rejects.toMatchObject({
      code: "wrongCredentials",
    });
    expect(await accounts.sessions.list(id)).toHaveLength(before.length);
  });

  test("a person who is disabled is out at once and can't come back in", async () => {
    const { accounts } = bench;
    const { token } = await signIn();
    const ended: string[] = [];
    const stop = accounts.sessions.onEnded(
      (id) => ended.push(id),
      () => undefined,
    );
    await accounts.persons.disable("system", bench.bob.id);
    stop();
    expect(ended.length).toBeGreaterThan(0);
    expect(await who(token)).toBeNull();
    await expect(signIn()).rejects.toEqual(refusal("wrongCredentials"));
    await accounts.persons.enable("system", bench.bob.id);
    expect(await who(token)).toBeNull();
    await signIn();
  });

  test("a new password ends all other sessions and the old token of this one", async () => {
    const { accounts } = bench;
    const other = await signIn();
    const mine = await signIn();
    const signedIn = (await who(mine.token))!;
    const next = "seldom tractor violet";
    await expect(
      accounts.own.changePassword(signedIn, { current: "wrong", next }, client),
    ).rejects.toEqual(refusal("wrongCredentials"));
    await expect(
      accounts.own.changePassword(
        signedIn,
        { current: bob.password, next: "bob@demo.test" },
        client,
      ),
    ).rejects.toEqual(refusal("weakPassword"));
    const token = await accounts.own.changePassword(
      signedIn,
      { current: bob.password, next },
      client,
    );
    expect(await who(other.token)).toBeNull();
    expect(await who(mine.token)).toBeNull();
    expect(await who(token)).toMatchObject({ sessionId: mine.sessionId });
    await expect(signIn()).rejects.toEqual(refusal("wrongCredentials"));
    await accounts.persons.setPassword("system", bench.bob.id, GOOD_PASSWORD);
    expect(await who(token)).toBeNull();
  });
});

describe("guessing", () => {
  beforeEach(() => {
    bench.platform.clock.advance(LIMITS.failureWindow + 1);
  });
  const wrong = (address = bob.address, ip = client.ip) =>
    bench.accounts.signIn({ address, password: "wrong" }, { ...client, ip }).then(
      () => "in",
      (error: { code: string }) => error.code,
    );
  const times = async (count: number, work: (index: number) => Promise<string>) => {
    const codes: string[] = [];
    for (let i = 0; i < count; i += 1) codes.push(await work(i));
    return codes;
  };

  test("after some failures even the right password waits, and how long is said", async () => {
    const codes = await times(LIMITS.failuresPerPair + 1, () => wrong());
    expect(codes.slice(0, -1).every((code) => code === "wrongCredentials")).toBe(true);
    expect(codes.at(-1)).toBe("tooManyRequests");
    await expect(signIn()).rejects.toMatchObject({
      code: "tooManyRequests",
      extra: { retryAfter: LIMITS.failureWindow / 1000 },
    });
    bench.platform.clock.advance(LIMITS.failureWindow + 1);
    await signIn();
  });

  testWhole("a clock that is put back keeps nobody out for longer", async () => {
    const { clock } = bench.platform;
    await times(LIMITS.failuresPerPair + 1, () => wrong());
    clock.advance(-3 * LIMITS.failureWindow);
    await signIn();
    clock.advance(3 * LIMITS.failureWindow);
  });

  test("attempts that come at once don't slip through", async () => {
    const codes = await Promise.all(Array.from({ length: 30 }, () => wrong()));
    expect(codes.filter((code) => code === "wrongCredentials")).toHaveLength(
      LIMITS.failuresPerPair,
    );
    expect(codes.filter((code) => code === "tooManyRequests")).toHaveLength(20);
  });

  test("an unknown address is counted and answered like a known one", async () => {
    const known = await times(LIMITS.failuresPerPair + 1, () => wrong());
    const unknown = await times(LIMITS.failuresPerPair + 1, () => wrong("nobody@demo.test"));
    expect(unknown).toEqual(known);
  });

  test("whatever is typed as an address is counted, and not kept", async () => {
    for (const typed of ["my secret password", "a\0b", "x".repeat(100_000)])
      expect(await wrong(typed)).toBe("wrongCredentials");
    const { rows } = await bench.platform.pool.query<{ key: string }>(
      "select key from sign_in_failure",
    );
    for (const { key } of rows) expect(key).not.toContain("secret");
  });

  test("who guesses from elsewhere does not lock a person out", async () => {
    await times(LIMITS.failuresPerPair + 1, () => wrong(bob.address, "198.51.100.7"));
    await signIn();
  });

  test("other spellings of an address and of a network share one count", async () => {
    const half = LIMITS.failuresPerPair / 2;
    await times(half, () => wrong("BOB@demo.test ", "2001:db8::1"));
    await times(half, () => wrong("bob@DEMO.test", "2001:db8:0:0:ffff::2"));
    expect(await wrong("bob@demo.test", "2001:db8::3")).toBe("tooManyRequests");
    expect(await wrong("bob@demo.test", "2001:db8:0:1::3")).toBe("wrongCredentials");
  });

  test("a network that is far beyond its limit fills no table", async () => {
    const { clock, pool } = bench.platform;
    const ip = "203.0.113.9";
    await pool.query(
      "insert into sign_in_failure (account_id, key, count, since) values ('organisation', $1, $2, $3)",
      [ip, LIMITS.failuresPerNetwork + 1, clock.now()],
    );
    const kept = () => pool.query("select key, count from sign_in_failure order by key");
    const before = await kept();
    expect(await wrong("somebody@elsewhere.test", ip)).toBe("tooManyRequests");
    expect((await kept()).rows).toEqual(before.rows);
    clock.advance(LIMITS.failureWindow);
    expect(await wrong("somebody@elsewhere.test", ip)).toBe("wrongCredentials");
  });

  testWhole("a right password takes the failures back", async () => {
    await times(LIMITS.failuresPerPair - 1, () => wrong());
    await signIn();
    expect(await times(LIMITS.failuresPerPair, () => wrong())).not.toContain("tooManyRequests");
  });
});

describe("credentials that are sent each time", () => {
  const authenticate = (password = bob.password) =>
    bench.accounts.authenticate({ ...bob, password }, client);

  test("make no session, and count as long as they are right", async () => {
    bench.platform.clock.advance(LIMITS.failureWindow + 1);
    const before = await bench.accounts.sessions.list(bench.bob.id);
    expect(await authenticate()).toMatchObject({ personId: bench.bob.id });
    expect(await authenticate()).toMatchObject({ personId: bench.bob.id });
    expect(await bench.accounts.sessions.list(bench.bob.id)).toEqual(before);
    await expect(authenticate("wrong")).rejects.toEqual(refusal("wrongCredentials"));
  });

  test("are worth nothing from the moment the password changes or the person is disabled", async () => {
    await authenticate();
    await bench.accounts.persons.disable("system", bench.bob.id);
    await expect(authenticate()).rejects.toEqual(refusal("wrongCredentials"));
    await bench.accounts.persons.enable("system", bench.bob.id);
    await authenticate();
    bench.platform.clock.advance(1);
    await bench.accounts.persons.setPassword("system", bench.bob.id, "seldom tractor violet");
    await expect(authenticate()).rejects.toEqual(refusal("wrongCredentials"));
    await bench.accounts.persons.setPassword("system", bench.bob.id, GOOD_PASSWORD);
  });

  const CONNECTIONS = 4 * LIMITS.failuresPerPair;
  const atOnce = <T>(work: (index: number) => Promise<T>, connections = CONNECTIONS) =>
    Promise.all(
      Array.from({ length: connections }, (_, index) =>
        work(index).then(
          () => "in",
          (error: { code: string }) => error.code,
        ),
      ),
    );
  const failures = async () => {
    const { rows } = await bench.platform.pool.query<{ count: number }>(
      "select count from sign_in_failure where count > 0",
    );
    return rows.map(({ count }) => count);
  };

  test("are never counted while they are right, however many connections bring them at once", async () => {
    bench.platform.clock.advance(LIMITS.failureWindow + 1);
    await bench.accounts.sweep();
    const everybody = Array.from({ length: CONNECTIONS }, () => "in");
    // Unknown yet; known; and at the moment when what is known runs out.
    expect(await atOnce(() => authenticate())).toEqual(everybody);
    expect(await atOnce(() => authenticate())).toEqual(everybody);
    bench.platform.clock.advance(LIMITS.credentialCache);
    expect(await atOnce(() => authenticate())).toEqual(everybody);
    expect(await failures()).toEqual([]);
  });

  test("that are wrong count once for each guess, however many connections bring it at once", async () => {
    bench.platform.clock.advance(LIMITS.failureWindow + 1);
    await bench.accounts.sweep();
    await authenticate();
    const same = await atOnce(() => authenticate("wrong"));
    expect(new Set(same)).toEqual(new Set(["wrongCredentials"]));
    expect(await failures()).toEqual([1, 1, 1]);
    // Whoever comes after the answer guesses again.
    await expect(authenticate("wrong")).rejects.toEqual(refusal("wrongCredentials"));
    expect(await failures()).toEqual([2, 2, 2]);
    const different = await atOnce((index) => authenticate(`wrong ${index}`));
    expect(different.filter((code) => code === "wrongCredentials")).toHaveLength(
      LIMITS.failuresPerPair - 2,
    );
    expect(different.filter((code) => code === "tooManyRequests")).toHaveLength(
      CONNECTIONS - LIMITS.failuresPerPair + 2,
    );
  });

  test("wait for nobody's check but one of the same network", async () => {
    bench.platform.clock.advance(LIMITS.failureWindow + 1);
    await atOnce((index) => authenticate(`wrong ${index}`));
    const from = (ip: string) => bench.accounts.authenticate(bob, { ...client, ip });
    const here = atOnce(() => from(client.ip), 1);
    expect(await atOnce(() => from("198.51.100.20"))).not.toContain("tooManyRequests");
    expect(await here).toEqual(["tooManyRequests"]);
  });

  test("are looked at again where the password changed while they waited", async () => {
    bench.platform.clock.advance(LIMITS.failureWindow + 1);
    const waiting = atOnce(() => authenticate("seldom tractor violet"));
    await bench.accounts.persons.setPassword("system", bench.bob.id, "seldom tractor violet");
    await waiting;
    bench.platform.clock.advance(LIMITS.failureWindow + 1);
    expect(await atOnce(() => authenticate("seldom tractor violet"))).not.toContain(
      "wrongCredentials",
    );
    await bench.accounts.persons.setPassword("system", bench.bob.id, GOOD_PASSWORD);
    await expect(authenticate("seldom tractor violet")).rejects.toEqual(
      refusal("wrongCredentials"),
    );
    await authenticate();
  });
});

testWhole(
  "when very many sign in at once, who comes last is asked to come again, and nothing is counted",
  async () => {
    bench.platform.clock.advance(LIMITS.failureWindow + 1);
    await isPassword("x", null);
    const others = Array.from({ length: LIMITS.hashesInLine }, () => isPassword("x", null));
    // Let each take its place in the line.
    await Promise.resolve();
    for (let i = 0; i <= LIMITS.failuresPerPair; i += 1)
      await expect(signIn()).rejects.toMatchObject({
        code: "unavailable",
        extra: { retryAfter: 1 },
      });
    await Promise.all(others);
    await expect(signIn()).resolves.toBeDefined();
  },
);

test("what has run out is swept away, and nothing else", async () => {
  const { accounts, platform } = bench;
  const count = async (table: string) =>
    (await platform.pool.query(`select 1 from ${table}`)).rowCount ?? 0;
  await signIn();
  platform.clock.advance(LIMITS.sessionIdle + LIMITS.sessionRemembered + MINUTE);
  await accounts.signIn(bob, client);
  await accounts
    .signIn({ ...bob, password: "wrong" }, client)
    .catch((error: unknown) => expect(error).toEqual(refusal("wrongCredentials")));
  await accounts.sweep();
  expect(await count("sign_in_session")).toBe(1);
  expect(await count("sign_in_failure")).toBe(3);
  platform.clock.advance(LIMITS.failureWindow);
  await accounts.sweep();
  expect(await count("sign_in_failure")).toBe(0);
});
