import { beforeAll, beforeEach, expect, test } from "vitest";
import { LIMITS } from "../limits.ts";
import { codeAt } from "../testing/authenticator.ts";
import { GOOD_PASSWORD, peopledBench } from "../testing/bench.ts";
import { otpauthUri, stepOf } from "./totp.ts";

const CLIENT = { ip: "192.0.2.1", userAgent: "Browser" };
const STEP = 30_000;
const PROOF = { password: GOOD_PASSWORD };
const refusal = (code: string) => expect.objectContaining({ name: "Refusal", code });

let bench: Awaited<ReturnType<typeof peopledBench>>;
/** Of Bob's app, while his second factor is on. */
let secret: string;
let recoveryCodes: string[];

const signIn = (code?: string, ip = CLIENT.ip) =>
  bench.accounts.signIn(
    {
      address: "bob@demo.test",
      password: GOOD_PASSWORD,
      ...(code === undefined ? {} : { code }),
    },
    { ...CLIENT, ip },
  );
/** A code that was not used yet. */
function nextCode(): string {
  bench.platform.clock.advance(STEP);
  return codeAt(secret, bench.platform.clock.now());
}

async function turnOn() {
  const { own, secondFactor } = bench.accounts;
  const session = await signIn();
  ({ secret } = await own.beginSecondFactor(session, PROOF, CLIENT));
  recoveryCodes = await secondFactor.confirm(session, nextCode());
  return session;
}

beforeAll(async () => {
  bench = await peopledBench();
});
beforeEach(async () => {
  const { secondFactor } = bench.accounts;
  await secondFactor.reset("system", bench.bob.id).catch(() => undefined);
  bench.platform.clock.advance(LIMITS.failureWindow);
});

test("RFC 6238, appendix B: the codes of its secret", () => {
  const rfc = Buffer.from("12345678901234567890");
  for (const [seconds, code] of [
    [59, "287082"],
    [1111111109, "081804"],
    [1111111111, "050471"],
    [1234567890, "005924"],
    [2000000000, "279037"],
    [20000000000, "353130"],
  ] as const)
    expect(stepOf(rfc, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30));
});

test("the address of the picture names the organisation and the person", () => {
  const uri = otpauthUri(Buffer.from("12345678901234567890"), "Grün: & Co", "bob@demo.test");
  expect(uri).toBe(
    "otpauth://totp/Gr%C3%BCn%20%20%26%20Co:bob%40demo.test?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Gr%C3%BCn%20%20%26%20Co",
  );
});

test("counts from the first code on that was confirmed", async () => {
  const { own, secondFactor } = bench.accounts;
  const session = await signIn();
  const begun = await own.beginSecondFactor(session, PROOF, CLIENT);
  await expect(secondFactor.confirm(session, "000000")).rejects.toEqual(refusal("wrongCode"));
  expect(await secondFactor.read(bench.bob.id)).toEqual({ since: null, recoveryCodesLeft: 0 });
  await expect(signIn()).resolves.toBeDefined();
  secret = begun.secret;
  expect(await secondFactor.confirm(session, nextCode())).toHaveLength(10);
  await expect(signIn()).rejects.toEqual(refusal("secondFactorRequired"));
  await expect(signIn(nextCode())).resolves.toMatchObject({ info: { name: "Bob Ferreira" } });
  expect(await secondFactor.read(bench.bob.id)).toMatchObject({ recoveryCodesLeft: 10 });
});

test("turning it on ends every session but the one that did it", async () => {
  const { accounts } = bench;
  const other = await signIn();
  const session = await turnOn();
  expect(await accounts.actorOfToken(other.token, CLIENT.ip)).toBeNull();
  expect(await accounts.actorOfToken(session.token, CLIENT.ip)).not.toBeNull();
});

test("no code is taken twice, nor one older than the last", async () => {
  await turnOn();
  const { clock } = bench.platform;
  const early = codeAt(secret, new Date(clock.now().getTime() + STEP));
  const code = ((): string => {
    clock.advance(2 * STEP);
    return codeAt(secret, clock.now());
  })();
  await signIn(code);
  for (const used of [code, early])
    await expect(signIn(used)).rejects.toEqual(refusal("wrongCode"));
  const both = nextCode();
  const tries = await Promise.allSettled([signIn(both), signIn(both)]);
  expect(tries.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("a clock that is half a minute wrong is forgiven, a minute is not", async () => {
  await turnOn();
  const { clock } = bench.platform;
  clock.advance(3 * STEP);
  const at = (steps: number) => codeAt(secret, new Date(clock.now().getTime() + steps * STEP));
  for (const steps of [-2, 2])
    await expect(signIn(at(steps))).rejects.toEqual(refusal("wrongCode"));
  await signIn(at(-1));
  await signIn(at(1));
});

test("a recovery code lets in once, however it is typed", async () => {
  await turnOn();
  const { secondFactor } = bench.accounts;
  await signIn(recoveryCodes[0]!.toUpperCase().replaceAll("-", " "));
  await expect(signIn(recoveryCodes[0])).rejects.toEqual(refusal("wrongCode"));
  expect(await secondFactor.read(bench.bob.id)).toMatchObject({ recoveryCodesLeft: 9 });
});

test("new recovery codes make the old ones worthless", async () => {
  const session = await turnOn();
  const { own } = bench.accounts;
  const [fresh] = await own.renewRecoveryCodes(session, { ...PROOF, code: nextCode() }, CLIENT);
  await expect(signIn(recoveryCodes[0])).rejects.toEqual(refusal("wrongCode"));
  await signIn(fresh);
});

test("the store holds neither the secret nor a recovery code", async () => {
  await turnOn();
  const { rows } = await bench.platform.pool.query<{ row: string }>(
    `select encode(sealed_secret, 'escape') || encode(sealed_secret, 'hex') as row from second_factor
     union all select encode(code_hash, 'escape') from recovery_code`,
  );
  expect(rows).toHaveLength(11);
  for (const { row } of rows)
    for (const text of [secret.replaceAll(" ", ""), ...recoveryCodes])
      expect(row).not.toContain(text);
});

test("whoever knows the password guesses only so many codes, from wherever", async () => {
  await turnOn();
  for (let i = 0; i < LIMITS.failuresPerCode; i += 1)
    await expect(signIn("123456", `198.51.100.${i}`)).rejects.toEqual(refusal("wrongCode"));
  // Neither a right password nor another network begins again.
  await expect(signIn(undefined, "203.0.113.5")).rejects.toEqual(refusal("secondFactorRequired"));
  await expect(signIn(nextCode(), "203.0.113.5")).rejects.toEqual(refusal("tooManyRequests"));
  bench.platform.clock.advance(LIMITS.failureWindow);
  await expect(signIn(nextCode())).resolves.toBeDefined();
});

test("a wrong password is refused as ever, with or without a code", async () => {
  await turnOn();
  const { accounts } = bench;
  const code = nextCode();
  const wrong = { address: "bob@demo.test", password: "not the right one" };
  await expect(accounts.signIn({ ...wrong, code }, CLIENT)).rejects.toEqual(
    refusal("wrongCredentials"),
  );
  await expect(signIn(code)).resolves.toBeDefined();
});

test("programs get in with an app password or a token, and with the password no more", async () => {
  const { accounts } = bench;
  const basic = { address: "bob@demo.test", password: GOOD_PASSWORD };
  const before = await accounts.authenticate(basic, CLIENT);
  const session = await turnOn();
  await expect(accounts.authenticate(basic, CLIENT)).rejects.toEqual(refusal("wrongCredentials"));
  expect(await accounts.refresh(before)).toBeNull();
  const make = (kind: "app-password" | "token") =>
    accounts.credentials.create(session.actor, {
      kind,
      name: "x",
      expiresAt: null,
      scope: "all",
      isReadOnly: false,
    });
  const password = (await make("app-password")).secret;
  await expect(accounts.authenticate({ ...basic, password }, CLIENT)).resolves.toBeDefined();
  const token = (await make("token")).secret;
  await expect(accounts.authenticateToken(token, CLIENT)).resolves.toBeDefined();
});

test("what opens a way in or takes this hurdle away wants the password and a code, even of a session", async () => {
  const session = await turnOn();
  const { own, secondFactor } = bench.accounts;
  const acts: ((proof: { password: string; code?: string }) => Promise<unknown>)[] = [
    (proof) => own.prove(session, proof, CLIENT),
    (proof) => own.renewRecoveryCodes(session, proof, CLIENT),
    (proof) => own.turnOffSecondFactor(session, proof, CLIENT),
  ];
  for (const act of acts) {
    const code = nextCode();
    await expect(act({ password: "wrong", code })).rejects.toEqual(refusal("wrongCredentials"));
    await expect(act(PROOF)).rejects.toEqual(refusal("secondFactorRequired"));
    await expect(act({ ...PROOF, code: "000000" })).rejects.toEqual(refusal("wrongCode"));
    await signIn(nextCode());
    bench.platform.clock.advance(LIMITS.failureWindow);
  }
  expect(await secondFactor.read(bench.bob.id)).toMatchObject({ recoveryCodesLeft: 10 });
});

test("guesses there are counted like those at sign-in", async () => {
  const session = await turnOn();
  const { own } = bench.accounts;
  const off = (code: string) =>
    own.turnOffSecondFactor(session, { ...PROOF, code }, { ...CLIENT, ip: "203.0.113.5" });
  for (let i = 0; i < LIMITS.failuresPerCode; i += 1)
    await expect(signIn("123456", `198.51.100.${i}`)).rejects.toEqual(refusal("wrongCode"));
  await expect(off(nextCode())).rejects.toEqual(refusal("tooManyRequests"));
});

test("it is turned off with the password and a code; begun again it has another secret", async () => {
  const session = await turnOn();
  const { own, secondFactor } = bench.accounts;
  await expect(
    own.beginSecondFactor(session, { ...PROOF, code: nextCode() }, CLIENT),
  ).rejects.toEqual(refusal("alreadyExists"));
  await own.turnOffSecondFactor(session, { ...PROOF, code: recoveryCodes[0]! }, CLIENT);
  await expect(signIn()).resolves.toBeDefined();
  expect(await secondFactor.read(bench.bob.id)).toEqual({ since: null, recoveryCodesLeft: 0 });
  const begun = await own.beginSecondFactor(session, PROOF, CLIENT);
  expect(begun.secret).not.toBe(secret);
});

test("an administrator takes it away for who has lost it, and all of it is written down", async () => {
  await turnOn();
  const { accounts, alice, bob } = bench;
  const administrator = (
    await accounts.signIn({ address: "alice@demo.test", password: GOOD_PASSWORD }, CLIENT)
  ).actor;
  const member = { ...administrator, roles: ["member"] as const };
  await expect(accounts.secondFactor.reset(member, bob.id)).rejects.toEqual(refusal("forbidden"));
  await accounts.secondFactor.reset(administrator, bob.id);
  await expect(signIn()).resolves.toBeDefined();
  await expect(accounts.secondFactor.reset(administrator, bob.id)).rejects.toEqual(
    refusal("notFound"),
  );
  const acts = await accounts.acts.list("system", { limit: 2 });
  expect(acts.map(({ verb, personId, thing }) => ({ verb, personId, thing }))).toEqual([
    { verb: "second-factor.reset", personId: alice.id, thing: bob.id },
    { verb: "second-factor.on", personId: bob.id, thing: bob.id },
  ]);
});
