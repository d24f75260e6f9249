import { beforeAll, describe, expect, test } from "vitest";
import { LIMITS } from "../limits.ts";
import { GOOD_PASSWORD, peopledBench } from "../testing/bench.ts";
import { EVERYTHING } from "../identity/scopes.ts";

let bench: Awaited<ReturnType<typeof peopledBench>>;
beforeAll(async () => {
  bench = await peopledBench();
});

const CLIENT = { ip: "192.0.2.1", userAgent: "Browser" };
const DAY = 86_400_000;
const refusal = (code: string) => expect.objectContaining({ name: "Refusal", code });
const signIn = (address = "bob@demo.test") =>
  bench.accounts.signIn({ address, password: GOOD_PASSWORD }, CLIENT);

async function make(kind: "app-password" | "token", days: number | null = null) {
  const expiresAt =
    days === null ? null : new Date(bench.platform.clock.now().getTime() + days * DAY);
  const given = { kind, name: "Mail on the phone", expiresAt, ...EVERYTHING };
  return bench.accounts.credentials.create((await signIn()).actor, given);
}

/** Signs in as another program does. */
const use = (kind: "app-password" | "token", secret: string, address = "bob@demo.test") =>
  kind === "token"
    ? bench.accounts.authenticateToken(secret, CLIENT)
    : bench.accounts.authenticate({ address, password: secret }, CLIENT);

describe.each(["app-password", "token"] as const)("an %s", (kind) => {
  test("is the person's, with every account that the person sees", async () => {
    const { secret, credential } = await make(kind);
    const { actor } = await signIn();
    const { browserSession: _, ...seen } = actor;
    expect(await use(kind, secret)).toEqual({ ...seen, credential: `${kind}:${credential.id}` });
  });

  test("is kept as a hash alone", async () => {
    const { secret } = await make(kind);
    const { rows } = await bench.platform.pool.query<{ row: string }>(
      "select c::text || encode(secret_hash, 'escape') as row from client_credential c",
    );
    for (const { row } of rows)
      for (const text of [secret, secret.replaceAll("-", "")]) expect(row).not.toContain(text);
  });

  test("counts no more from the moment it is revoked", async () => {
    const { accounts, bob } = bench;
    const { secret, credential } = await make(kind);
    const actor = await use(kind, secret);
    const notified: string[] = [];
    const stop = accounts.access.onChanged(
      (personId) => notified.push(personId),
      () => undefined,
    );
    await accounts.credentials.revoke(actor, credential.id);
    stop();
    expect(notified).toEqual([bob.id]);
    await expect(use(kind, secret)).rejects.toEqual(refusal("wrongCredentials"));
    expect(await accounts.refresh(actor)).toBeNull();
    await expect(accounts.credentials.revoke(actor, credential.id)).rejects.toEqual(
      refusal("notFound"),
    );
  });

  test("counts no more when it has expired", async () => {
    const { clock } = bench.platform;
    const { secret } = await make(kind, 30);
    clock.advance(30 * DAY - 1);
    const actor = await use(kind, secret);
    clock.advance(1);
    await expect(use(kind, secret)).rejects.toEqual(refusal("wrongCredentials"));
    expect(await bench.accounts.refresh(actor)).toBeNull();
  });

  test("counts while its person is enabled", async () => {
    const { persons } = bench.accounts;
    const { secret } = await make(kind);
    await persons.disable("system", bench.bob.id);
    await expect(use(kind, secret)).rejects.toEqual(refusal("wrongCredentials"));
    await persons.enable("system", bench.bob.id);
    await expect(use(kind, secret)).resolves.toMatchObject({ personId: bench.bob.id });
  });

  test("ends when an administrator sets the password, and stays when the person changes it", async () => {
    const { own, persons } = bench.accounts;
    const { secret } = await make(kind);
    const next = "seldom tractor violet";
    await own.changePassword(await signIn(), { current: GOOD_PASSWORD, next }, CLIENT);
    await expect(use(kind, secret)).resolves.toMatchObject({ personId: bench.bob.id });
    await persons.setPassword("system", bench.bob.id, GOOD_PASSWORD);
    await expect(use(kind, secret)).rejects.toEqual(refusal("wrongCredentials"));
  });

  test("is another user's business never", async () => {
    const { credentials } = bench.accounts;
    const { credential } = await make(kind);
    const administrator = (await signIn("alice@demo.test")).actor;
    await expect(credentials.revoke(administrator, credential.id)).rejects.toEqual(
      refusal("notFound"),
    );
    expect(await credentials.list(administrator.personId)).toEqual([]);
  });
});

test("an app password may be typed with spaces or capitals, and goes with its person's addresses alone", async () => {
  const { secret } = await make("app-password");
  expect(secret).toMatch(/^([a-z2-9]{4}-){6}[a-z2-9]{4}$/);
  for (const typed of [secret.toUpperCase(), secret.replaceAll("-", " "), ` ${secret}`])
    expect(await use("app-password", typed, "Robert@demo.test")).toMatchObject({
      personId: bench.bob.id,
    });
  for (const address of ["alice@demo.test", "nobody@demo.test", ""])
    await expect(use("app-password", secret, address)).rejects.toEqual(refusal("wrongCredentials"));
});

test("one kind does not stand in for the other", async () => {
  const token = await make("token");
  const appPassword = await make("app-password");
  await expect(use("app-password", token.secret)).rejects.toEqual(refusal("wrongCredentials"));
  await expect(use("token", appPassword.secret)).rejects.toEqual(refusal("wrongCredentials"));
  await expect(use("token", (await signIn()).token)).rejects.toEqual(refusal("wrongCredentials"));
});

test("works while someone guesses the password of its person", async () => {
  const { secret } = await make("app-password");
  const guess = () => use("app-password", "a guess of somebody");
  for (let i = 0; i < LIMITS.failuresPerPair; i += 1)
    await expect(guess()).rejects.toEqual(refusal("wrongCredentials"));
  await expect(guess()).rejects.toEqual(refusal("tooManyRequests"));
  await expect(use("app-password", secret)).resolves.toMatchObject({ personId: bench.bob.id });
  bench.platform.clock.advance(LIMITS.failureWindow);
});

test("the list says when each was used, and forgets expired ones after a while", async () => {
  const { accounts, platform, bob } = bench;
  const { credential, secret } = await make("token", 1);
  const listed = async () =>
    (await accounts.credentials.list(bob.id)).find(({ id }) => id === credential.id);
  expect(await listed()).toMatchObject({ name: "Mail on the phone", lastUsedAt: null });
  await use("token", secret);
  const used = platform.clock.now();
  platform.clock.advance(1000);
  await use("token", secret);
  expect(await listed()).toMatchObject({ lastUsedAt: used });
  platform.clock.advance(2 * DAY);
  await accounts.sweep();
  expect(await listed()).toBeDefined();
  platform.clock.advance(LIMITS.credentialsKept);
  await accounts.sweep();
  expect(await listed()).toBeUndefined();
});

test("one person has only so many", async () => {
  const { accounts, bob } = bench;
  const { actor } = await signIn();
  const given = { kind: "token", name: "x", expiresAt: null, ...EVERYTHING } as const;
  const there = (await accounts.credentials.list(bob.id)).length;
  for (let i = there; i < LIMITS.credentialsPerPerson; i += 1)
    await accounts.credentials.create(actor, given);
  await expect(accounts.credentials.create(actor, given)).rejects.toEqual(refusal("forbidden"));
});
