import { Passkey } from "@atrium/contract/types/passkey";
import { beforeEach, expect, test } from "vitest";
import { callMethod } from "../../../engine/testing/conforms.ts";
import { LIMITS } from "../limits.ts";
import { forgetSecondFactors, GOOD_PASSWORD, peopledBench } from "../testing/bench.ts";
import { createDevice, type Device, type Lies } from "../testing/software-authenticator.ts";

const CLIENT = { ip: "192.0.2.1", userAgent: "Browser" };
const PROOF = { password: GOOD_PASSWORD };
const ORIGIN = "http://localhost";
const DOOR = { browser: "a secret of this browser", origin: ORIGIN };
const refusal = (code: string) => expect.objectContaining({ name: "Refusal", code });

const bench = await peopledBench();
beforeEach(async () => {
  await forgetSecondFactors(bench);
  bench.platform.clock.advance(LIMITS.failureWindow);
});

const withPassword = (name = "bob") =>
  bench.accounts.signIn({ address: `${name}@demo.test`, password: GOOD_PASSWORD }, CLIENT);
type Session = Awaited<ReturnType<typeof withPassword>>;

const begin = ({ actor }: Session) => bench.accounts.passkeys.begin(actor, ORIGIN);

/** Changes passkeys as the person's browser does; answers why one was not, if it was not. */
async function set({ actor }: Session, changes: object): Promise<unknown> {
  const args = { accountId: actor.accountId, ...changes };
  const answer = await callMethod({ ...bench, actor }, Passkey, "set", args);
  const refused = [answer["notUpdated"], answer["notDestroyed"]].flatMap((one) =>
    Object.values((one as Record<string, { type: string }> | null) ?? {}),
  );
  return answer.type ?? refused[0]?.type;
}
const remove = (session: Session, id: string) => set(session, { destroy: [id] });

async function add(session: Session, device = createDevice(), name = "Laptop") {
  const created = device.create(await begin(session));
  const passkey = await bench.accounts.passkeys.add(session.actor, { name, created }, ORIGIN);
  return { device, passkey, owner: Buffer.from(session.actor.personId).toString("base64url") };
}

const show = (device: Device, lies?: Lies, client = CLIENT) =>
  bench.accounts.signInByPasskey(device.get(bench.accounts.askPasskey(DOOR), lies), DOOR, client);

test("lets its person in without address and password, and says when it last did", async () => {
  const { passkeys, actorOfToken, signIns } = bench.accounts;
  const { device, passkey } = await add(await withPassword());
  expect(passkey).toMatchObject({ name: "Laptop", credentialId: device.id, lastUsedAt: null });
  bench.platform.clock.advance(60_000);
  const session = await show(device);
  expect(session.info.name).toBe("Bob Ferreira");
  expect((await actorOfToken(session.token, CLIENT.ip))?.actor.personId).toBe(bench.bob.id);
  const [listed] = await passkeys.list(bench.bob.id);
  expect(listed?.lastUsedAt).toEqual(bench.platform.clock.now());
  const [event] = await signIns.list(bench.bob.id);
  expect(event).toMatchObject({ result: "in", way: "passkey" });
});

test.each(["p256", "ed25519", "rsa2048"] as const)(
  "has a key of one of the kinds: %s",
  async (kind) => {
    const { device } = await add(await withPassword(), createDevice(kind));
    await expect(show(device)).resolves.toMatchObject({ info: { name: "Bob Ferreira" } });
  },
);

test("an answer that was given elsewhere, otherwise or for another user does not let in", async () => {
  const { device } = await add(await withPassword());
  const lies: Record<string, Lies> = {
    "a page elsewhere": { origin: "https://atrium.example.net" },
    "another port of this host": { origin: "http://localhost:8080" },
    "another site's passkey": { rpId: "example.net" },
    "a frame": { crossOrigin: true },
    "a device that did not look who it is": { flags: 0x01 },
    "a device that nobody touched": { flags: 0x04 },
    "a copy of what cannot be copied": { flags: 0x15 },
    "an answer to another question": { type: "webauthn.create" },
    "an invented challenge": { challenge: Buffer.alloc(54, 7).toString("base64url") },
    "no challenge": { challenge: "" },
    "another person's name on it": { userHandle: Buffer.from("somebody").toString("base64url") },
    "nobody's name on it": { userHandle: "" },
  };
  for (const [name, lie] of Object.entries(lies))
    await expect(show(device, lie), name).rejects.toEqual(refusal("wrongPasskey"));
  await expect(show(device)).resolves.toBeDefined();
});

test("nobody gets in by another user's passkey, a changed answer or a key of their own", async () => {
  const { accounts } = bench;
  const { device, owner } = await add(await withPassword());
  const alices = await add(await withPassword("alice"));
  const stranger = createDevice();
  const ask = () => bench.accounts.askPasskey(DOOR);
  type Shown = ReturnType<Device["get"]>;
  const changed = (
    shown: Shown,
    part: keyof Shown["response"],
    change: (bytes: Buffer) => Buffer,
  ) => {
    const bytes = change(Buffer.from(shown.response[part], "base64url"));
    return { ...shown, response: { ...shown.response, [part]: bytes.toString("base64url") } };
  };
  const flip = (bytes: Buffer) =>
    Buffer.concat([bytes.subarray(0, -1), Buffer.from([bytes.at(-1)! ^ 1])]);
  const longer = (bytes: Buffer) => Buffer.concat([bytes, Buffer.from(" ")]);
  // Each to a challenge of its own, which is good but for what is changed.
  for (const shown of [
    { ...device.get(ask()), id: alices.device.id },
    { ...alices.device.get(ask()), id: device.id },
    { ...device.get(ask(), { userHandle: alices.owner }), id: alices.device.id },
    { ...stranger.get(ask(), { userHandle: owner }), id: device.id },
    stranger.get(ask(), { userHandle: owner }),
    changed(device.get(ask()), "clientDataJSON", longer),
    changed(device.get(ask()), "authenticatorData", flip),
    changed(device.get(ask()), "authenticatorData", longer),
    changed(device.get(ask()), "signature", flip),
    changed(device.get(ask()), "signature", longer),
    changed(device.get(ask()), "signature", () => Buffer.alloc(0)),
  ])
    await expect(accounts.signInByPasskey(shown, DOOR, CLIENT)).rejects.toEqual(
      refusal("wrongPasskey"),
    );
  expect((await show(alices.device)).info.name).toBe("Alice Hartley");
});

test("a challenge is good for minutes, for one browser and once", async () => {
  const { accounts, platform } = bench;
  const { device } = await add(await withPassword());
  const shown = device.get(accounts.askPasskey(DOOR));
  await accounts.signInByPasskey(shown, DOOR, CLIENT);
  await expect(accounts.signInByPasskey(shown, DOOR, CLIENT)).rejects.toEqual(
    refusal("wrongPasskey"),
  );
  const elsewhere = device.get(accounts.askPasskey({ ...DOOR, browser: "another" }));
  await expect(accounts.signInByPasskey(elsewhere, DOOR, CLIENT)).rejects.toEqual(
    refusal("wrongPasskey"),
  );
  const late = device.get(accounts.askPasskey(DOOR));
  platform.clock.advance(LIMITS.passkeyChallenge);
  await expect(accounts.signInByPasskey(late, DOOR, CLIENT)).rejects.toEqual(
    refusal("wrongPasskey"),
  );
  const session = await withPassword();
  const forAdding = device.get({ ...(await begin(session)), rpId: "localhost" });
  await expect(accounts.signInByPasskey(forAdding, DOOR, CLIENT)).rejects.toEqual(
    refusal("wrongPasskey"),
  );
  await accounts.sweep();
  const { rows } = await platform.pool.query("select 1 from passkey_challenge");
  expect(rows).toHaveLength(0);
});

test("a counter that stays or goes back is of a copy; one that is never used says nothing", async () => {
  const { device } = await add(await withPassword());
  await show(device, { counter: 7 });
  for (const counter of [7, 6, 0])
    await expect(show(device, { counter })).rejects.toEqual(refusal("wrongPasskey"));
  await show(device, { counter: 8 });
  const { device: plain } = await add(await withPassword());
  for (const counter of [0, 0]) await show(plain, { counter });
  const both = await Promise.allSettled([
    show(device, { counter: 9 }),
    show(device, { counter: 9 }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("is added only by what the device made for this session, this site and now", async () => {
  const { passkeys } = bench.accounts;
  const session = await withPassword();
  const device = createDevice();
  const keep = (created: ReturnType<Device["create"]>, by = session) =>
    passkeys.add(by.actor, { name: "Laptop", created }, ORIGIN);
  for (const lies of [
    { origin: "https://atrium.example.net" },
    { rpId: "example.net" },
    { flags: 0x41 },
    { flags: 0x05 },
    { type: "webauthn.get" },
    { crossOrigin: true },
    { credentialId: Buffer.from("another") },
    { credentialId: Buffer.alloc(0) },
    { publicKey: Buffer.from("no key") },
  ] satisfies Lies[])
    await expect(keep(device.create(await begin(session), lies))).rejects.toEqual(
      refusal("wrongPasskey"),
    );
  const created = device.create(await begin(session));
  await expect(keep(created, await withPassword())).rejects.toEqual(refusal("wrongPasskey"));
  for (const kind of ["p384", "rsa1024"] as const)
    await expect(keep(createDevice(kind).create(await begin(session)))).rejects.toEqual(
      refusal("wrongPasskey"),
    );
  const asked = bench.accounts.askPasskey(DOOR);
  const user = { id: "", name: "", displayName: "" };
  const forSignIn = device.create({ ...asked, rp: { id: asked.rpId, name: "" }, user });
  await expect(keep(forSignIn)).rejects.toEqual(refusal("wrongPasskey"));
  await keep(created);
  await expect(keep(created)).rejects.toEqual(refusal("wrongPasskey"));
  await expect(keep(device.create(await begin(session)))).rejects.toEqual(refusal("alreadyExists"));
  expect(await passkeys.list(bench.bob.id)).toHaveLength(1);
});

test("where a second factor is asked for first, the way there wants the password, and is for nobody else", async () => {
  const { own, policies } = bench.accounts;
  const there = { origin: ORIGIN, client: CLIENT };
  await expect(own.beginPasskey(await withPassword(), PROOF, there)).rejects.toEqual(
    refusal("forbidden"),
  );
  await policies.requireSecondFactor("system", { for: "everybody" });
  const session = await withPassword();
  await expect(own.beginPasskey(session, { password: "wrong" }, there)).rejects.toEqual(
    refusal("wrongCredentials"),
  );
  await expect(own.beginPasskey(session, PROOF, there)).resolves.toHaveProperty("challenge");
});

test("is its person's alone: named, renamed, and removed with all it opened", async () => {
  const { passkeys, acts } = bench.accounts;
  const session = await withPassword();
  const { device, passkey } = await add(session);
  const alice = await withPassword("alice");
  const update = (name: string) => ({ update: { [passkey.id]: { name } } });
  expect(await set(alice, update("Mine"))).toBe("notFound");
  expect(await remove(alice, passkey.id)).toBe("notFound");
  expect(await set(session, update(" "))).toBe("invalidProperties");
  expect(await set(session, update("  Key ring "))).toBeUndefined();
  expect((await passkeys.list(bench.bob.id)).map(({ name }) => name)).toEqual(["Key ring"]);
  expect(await remove(session, passkey.id)).toBeUndefined();
  await expect(show(device)).rejects.toEqual(refusal("wrongPasskey"));
  // It was removed while it was being looked at.
  await expect(
    bench.accounts.sessions.start(session.actor, CLIENT, { passkeyId: passkey.id }),
  ).rejects.toEqual(refusal("wrongCredentials"));
  const verbs = (await acts.list("system", { limit: 3 })).map(({ verb, detail }) => [verb, detail]);
  expect(verbs).toEqual([
    ["passkey.remove", { name: "Key ring" }],
    ["passkey.rename", { name: "Key ring" }],
    ["passkey.add", { name: "Laptop" }],
  ]);
});

test("the sessions that it began end with it, but for the one that removes it", async () => {
  const { secondFactor, actorOfToken } = bench.accounts;
  const before = await withPassword();
  const lost = await add(before);
  const kept = await add(before);
  const byPassword = await withPassword();
  const stolen = await show(lost.device);
  const other = await show(kept.device);
  const remover = await show(lost.device);
  expect(await remove(remover, lost.passkey.id)).toBeUndefined();
  const isIn = async ({ token }: Session): Promise<boolean> =>
    (await actorOfToken(token, CLIENT.ip)) !== null;
  expect(await Promise.all([stolen, other, remover, byPassword].map(isIn))).toEqual([
    false,
    true,
    true,
    true,
  ]);
  await secondFactor.reset("system", bench.bob.id);
  expect(await Promise.all([other, remover, byPassword].map(isIn))).toEqual([false, true, true]);
});

test("only so many of a person are kept", async () => {
  const session = await withPassword();
  for (let count = 0; count < LIMITS.passkeysPerPerson - 1; count += 1) await add(session);
  const created = createDevice().create(await begin(session));
  await add(session);
  await expect(begin(session)).rejects.toEqual(refusal("forbidden"));
  await expect(
    bench.accounts.passkeys.add(session.actor, { name: "One more", created }, ORIGIN),
  ).rejects.toEqual(refusal("forbidden"));
});

test("who is disabled stays out, and a new password of an administrator's or a reset takes passkeys away", async () => {
  const { persons, secondFactor } = bench.accounts;
  const { id } = bench.bob;
  const first = await add(await withPassword());
  await persons.disable("system", id);
  await expect(show(first.device)).rejects.toEqual(refusal("wrongPasskey"));
  await persons.enable("system", id);
  await show(first.device);
  expect(await persons.find(id)).toMatchObject({ passkeys: 1 });
  const alice = await withPassword("alice");
  await secondFactor.reset(alice.actor, id);
  await expect(show(first.device)).rejects.toEqual(refusal("wrongPasskey"));
  const second = await add(await withPassword());
  await persons.setPassword(alice.actor, id, GOOD_PASSWORD);
  await expect(show(second.device)).rejects.toEqual(refusal("wrongPasskey"));
});

test("guesses from one network are slowed down, and a good one takes its count back", async () => {
  const { device } = await add(await withPassword());
  const from = { ...CLIENT, ip: "198.51.100.7" };
  const wrong = { ...createDevice().get(bench.accounts.askPasskey(DOOR)) };
  const guess = () => bench.accounts.signInByPasskey(wrong, DOOR, from).catch(() => undefined);
  await Promise.all(Array.from({ length: LIMITS.failuresPerNetwork - 1 }, guess));
  await show(device, {}, from);
  await show(device, {}, from);
  await guess();
  await expect(show(device, {}, from)).rejects.toEqual(refusal("tooManyRequests"));
  await show(device);
});

test("is a second factor where the organisation asks for one: the password alone is too little then", async () => {
  const { accounts } = bench;
  const rule = (whom: "everybody" | "nobody") =>
    accounts.policies.requireSecondFactor("system", { for: whom, days: 0 });
  const before = await withPassword();
  const { device, passkey } = await add(await withPassword());
  const basic = { address: "bob@demo.test", password: GOOD_PASSWORD };
  const program = await accounts.authenticate(basic, CLIENT);
  await rule("everybody");
  expect(await accounts.policies.countWithout()).toBe(1);
  await expect(withPassword()).rejects.toEqual(refusal("passkeyRequired"));
  await expect(accounts.authenticate(basic, CLIENT)).rejects.toEqual(refusal("wrongCredentials"));
  expect(await accounts.actorOfToken(before.token, CLIENT.ip)).toBeNull();
  const session = await show(device);
  expect([session.mustEnrol, session.info.owesSecondFactor]).toEqual([false, undefined]);
  expect((await accounts.actorOfToken(session.token, CLIENT.ip))?.mustEnrol).toBe(false);
  const asked = [before, session, program].map((one) =>
    "actor" in one ? one.actor.credential! : one.credential!,
  );
  expect(await accounts.livingCredentials(bench.bob.id, asked)).toEqual(
    new Set([session.actor.credential]),
  );
  expect(await remove(session, passkey.id)).toBeUndefined();
  expect((await accounts.actorOfToken(session.token, CLIENT.ip))?.mustEnrol).toBe(true);
});

test("who has to set up a second factor may set up a passkey, and goes on in the same session", async () => {
  const { accounts } = bench;
  await accounts.policies.requireSecondFactor("system", { for: "everybody", days: 0 });
  const session = await withPassword();
  expect(session.mustEnrol).toBe(true);
  await add(session);
  expect((await accounts.actorOfToken(session.token, CLIENT.ip))?.mustEnrol).toBe(false);
});
