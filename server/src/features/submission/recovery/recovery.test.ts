import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "../../../engine/index.ts";
import { storedMail } from "../../../testing/organisation.ts";
import { LIMITS, RECOVERY_MAIL, type RecoveryMail } from "../../accounts/index.ts";
import { tellPeople } from "../../mail/notices/tell-people.ts";
import { outgoingBench, type OutgoingBench } from "../../outbound/queue/outgoing.fixture.ts";
import { sendRecoveryMail } from "./send-recovery-mail.ts";

const ORIGIN = "https://atrium.demo.test";
const PASSWORD = "violet tractor seldom";
const NEW = "harbour lantern mosaic";
const client = { ip: "192.0.2.1", userAgent: "Browser" };
const refusal = (code: string) => expect.objectContaining({ name: "Refusal", code });

let bench: OutgoingBench;
let actor: Actor;
let count = 0;
beforeAll(async () => {
  bench = await outgoingBench();
});
/** Somebody new in each test. */
let me: { readonly id: string; readonly accountId: string; readonly address: string };
beforeEach(async () => {
  const { accounts, platform } = bench.suite;
  platform.clock.advance(LIMITS.recoveryMailsWindow);
  bench.sink.clear();
  count += 1;
  me = await accounts.persons.create("system", {
    name: "Carol Ng",
    address: `carol${count}@demo.test`,
    password: PASSWORD,
  });
  ({ actor } = await accounts.signIn({ address: me.address, password: PASSWORD }, client));
});

/** Does what jobs and queue would, and answers what reached the other server. */
async function sent() {
  const { engine, platform } = bench.suite;
  const { rows } = await platform.pool.query<{ payload: RecoveryMail }>(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier = $1 returning j.payload`,
    [RECOVERY_MAIL.name],
  );
  for (const { payload } of rows) {
    await sendRecoveryMail(engine, ORIGIN, payload);
    // As after a crash behind the commit.
    if (payload.what !== "link") await sendRecoveryMail(engine, ORIGIN, payload);
  }
  const before = bench.sink.messages.length;
  await bench.queue().settle();
  return bench.sink.messages.slice(before);
}
const codeIn = (text: string): string =>
  /^[a-z2-9]{4}-[a-z2-9]{4}$/m.exec(text.replaceAll("\r", ""))![0];
const tokenIn = (text: string): string =>
  /https:\/\/atrium\.demo\.test\/setting\/recovery#([\w-]{43})/.exec(
    text.replaceAll("=\r\n", ""),
  )![1]!;

/** Gives the person a recovery address. */
async function set(address: string): Promise<void> {
  const { recovery } = bench.suite.accounts;
  await recovery.request(actor, address);
  const [code] = await sent();
  await recovery.confirm(actor, codeIn(code!.text));
}
async function linkFor(address = me.address): Promise<string | undefined> {
  await bench.suite.accounts.recovery.ask(address, client);
  const [message] = await sent();
  return message && tokenIn(message.text);
}
const inbox = async () => {
  await tellPeople(bench.suite.engine);
  return (await storedMail(bench.suite, me.accountId)).map(({ subject }) => subject);
};
const accept = (token: string, password = NEW) =>
  bench.suite.accounts.invitations.accept({ token, password }, client);

test("an address counts once the code that went there was typed, and the person is told", async () => {
  const { recovery, acts } = bench.suite.accounts;
  await recovery.request(actor, " Carol@Example.org ");
  expect(await recovery.read(actor)).toEqual({ address: null, pending: "carol@example.org" });
  const messages = await sent();
  expect(messages.map(({ recipients }) => recipients)).toEqual([["carol@example.org"]]);
  expect(messages[0]!.mail).toContain("MAIL FROM:<>");
  expect(messages[0]!.text).toContain(me.address);
  expect(await linkFor()).toBeUndefined();
  expect(await inbox()).toEqual([]);

  const code = codeIn(messages[0]!.text);
  await expect(recovery.confirm(actor, "abcd-efgh")).rejects.toEqual(refusal("wrongCode"));
  await recovery.confirm(actor, code.replace("-", " ").toUpperCase());
  expect(await recovery.read(actor)).toEqual({ address: "carol@example.org", pending: null });
  expect(await inbox()).toEqual(["Your recovery address was changed"]);
  await expect(recovery.confirm(actor, code)).rejects.toEqual(refusal("wrongCode"));
  const [act] = await acts.list("system", { limit: 1 });
  expect(act).toMatchObject({ verb: "recovery-address.set", personId: me.id, detail: {} });
});

test("a code is worth nothing after five wrong ones, after an hour, or when another was asked for", async () => {
  const { recovery } = bench.suite.accounts;
  const ask = async () => {
    await recovery.request(actor, "carol@example.org");
    return codeIn((await sent())[0]!.text);
  };
  const isWrong = async (code: string) =>
    expect(recovery.confirm(actor, code)).rejects.toEqual(refusal("wrongCode"));
  const tried = await ask();
  for (let tries = 0; tries < LIMITS.recoveryCodeFailures; tries += 1) await isWrong("abcd-efgh");
  await isWrong(tried);
  const older = await ask();
  const late = await ask();
  await isWrong(older);
  bench.suite.platform.clock.advance(LIMITS.recoveryCodeKept);
  await isWrong(late);
  await recovery.confirm(actor, await ask());
});

test("the address before is told when there is another one, or none; its links end", async () => {
  const { recovery } = bench.suite.accounts;
  await set("old@example.org");
  const link = await linkFor();
  expect(await bench.suite.accounts.invitations.read(link!, client)).toMatchObject({ open: true });
  await set("new@example.org");
  expect(await bench.suite.accounts.invitations.read(link!, client)).toEqual({ open: false });
  const told = await sent();
  expect(told.map(({ recipients }) => recipients)).toEqual([["old@example.org"]]);
  expect(told[0]!.text).toContain("no longer the recovery address");
  await recovery.remove(actor);
  expect((await sent()).map(({ recipients }) => recipients)).toEqual([["new@example.org"]]);
  expect(await linkFor()).toBeUndefined();
  expect(await inbox()).toContain("Your recovery address was removed");
  bench.suite.platform.clock.advance(LIMITS.recoveryMailsWindow);
  await bench.suite.accounts.sweep();
  const { rows } = await bench.suite.platform.pool.query(
    "select from recovery_address where person_id = $1",
    [me.id],
  );
  expect(rows).toEqual([]);
});

test("no address does whose mail comes to the person here, directly, by a detail or by a group", async () => {
  const { accounts } = bench.suite;
  await accounts.groups.create("system", {
    name: `mine ${count}`,
    address: `mine${count}@demo.test`,
    members: [me.id],
  });
  const ask = (address: string) => accounts.recovery.request(actor, address);
  const local = me.address.split("@")[0]!;
  for (const own of [me.address, `${local}+more@DEMO.test`, `mine${count}@demo.test`])
    await expect(ask(own)).rejects.toEqual(refusal("forbidden"));
  for (const none of ["", "carol", "carol@", '"a b"@example.org', "a@b@c", "x\r\ny@example.org"])
    await expect(ask(none)).rejects.toEqual(refusal("invalid"));
  // Of a colleague, and one that came to be the person's own after it was confirmed.
  await set("bob@example.org");
  await bench.suite.platform.pool.query(
    "update recovery_address set address = $1 where person_id = $2",
    [me.address, me.id],
  );
  expect(await linkFor()).toBeUndefined();
});

test("the link sets another password, once; every other session ends, and the person is told", async () => {
  const { accounts } = bench.suite;
  await set("carol@example.org");
  const token = (await linkFor())!;
  expect(await inbox()).toContain("Someone asked to reset your password");
  expect(await accounts.invitations.read(token, client)).toMatchObject({
    kind: "recovery",
    address: me.address,
  });
  await expect(accept(token, "password1234")).rejects.toEqual(refusal("weakPassword"));
  const before = await accounts.signIn({ address: me.address, password: PASSWORD }, client);
  const signedIn = await accept(token);
  expect(await accounts.actorOfToken(signedIn.token, client.ip)).not.toBeNull();
  expect(await accounts.actorOfToken(before.token, client.ip)).toBeNull();
  await expect(accept(token)).rejects.toEqual(refusal("forbidden"));
  await expect(
    accounts.signIn({ address: me.address, password: PASSWORD }, client),
  ).rejects.toEqual(refusal("wrongCredentials"));
  expect(await inbox()).toContain("Your password was changed");
  expect(await accounts.signIns.list(me.id)).toContainEqual(
    expect.objectContaining({ way: "recovery", result: "in" }),
  );
  const acts = await accounts.acts.list("system", { limit: 3 });
  expect(acts).toContainEqual(expect.objectContaining({ verb: "person.recover", thing: me.id }));
});

test("it ends after 30 minutes, with another password, a newer link, and with who it is for", async () => {
  const { accounts, platform } = bench.suite;
  await set("carol@example.org");
  const isOpen = async (token: string) => (await accounts.invitations.read(token, client)).open;
  const older = (await linkFor())!;
  const newer = (await linkFor())!;
  expect([await isOpen(older), await isOpen(newer)]).toEqual([false, true]);
  platform.clock.advance(LIMITS.recoveryKept);
  expect(await isOpen(newer)).toBe(false);
  const third = (await linkFor())!;
  await accounts.persons.disable("system", me.id);
  await accounts.persons.enable("system", me.id);
  expect(await isOpen(third)).toBe(false);
  platform.clock.advance(LIMITS.failureWindow);
  const fourth = (await linkFor())!;
  // An administrator's link is another one, and neither ends the other before a password is set.
  await accounts.persons.setPassword("system", me.id, "another good passphrase");
  expect(await isOpen(fourth)).toBe(false);
  // The address itself may have been set by whoever knew the old password.
  expect(await accounts.recovery.read(actor)).toEqual({ address: null, pending: null });
});

test("who asks learns nothing: the same answer for everybody, and nothing is sent to who has no address", async () => {
  const { accounts, platform } = bench.suite;
  await set("carol@example.org");
  const { recovery } = accounts;
  for (const address of ["nobody@demo.test", "bob@demo.test", "no address", "x".repeat(900)])
    expect(await recovery.ask(address, client)).toBeUndefined();
  expect(await sent()).toEqual([]);
  expect(await recovery.ask(me.address, client)).toBeUndefined();
  await accounts.persons.disable("system", me.id);
  expect(await sent()).toEqual([]);
  const { rows } = await platform.pool.query(
    "select from invitation where kind = 'recovery' and person_id = $1",
    [me.id],
  );
  expect(rows).toEqual([]);
});

test("who asks very often waits, whoever it is for, and nobody's mailbox is flooded", async () => {
  const { accounts, platform } = bench.suite;
  await set("carol@example.org");
  const asked = async (address: string, ip: string) =>
    accounts.recovery.ask(address, { ...client, ip }).then(
      () => true,
      (error: Error) => (expect(error).toEqual(refusal("tooManyRequests")), false),
    );
  for (const address of [me.address, "nobody@demo.test"]) {
    let let_in = 0;
    for (let tries = 0; tries < LIMITS.recoveriesPerPair + 2; tries += 1)
      if (await asked(address, "198.51.100.1")) let_in += 1;
    expect(let_in).toBe(LIMITS.recoveriesPerPair);
    // From elsewhere the person themselves may.
    expect(await asked(address, "198.51.100.2")).toBe(true);
  }
  await sent();
  bench.sink.clear();
  for (let round = 0; round < LIMITS.recoveryMails; round += 1) {
    platform.clock.advance(LIMITS.failureWindow);
    await asked(me.address, "198.51.100.3");
    await sent();
  }
  // The code and the link before count, too.
  expect(bench.sink.messages).toHaveLength(LIMITS.recoveryMails - 2);
  await expect(accounts.recovery.request(actor, "other@example.org")).rejects.toEqual(
    refusal("tooManyRequests"),
  );
});

test("in the language that the person chose, and neither store nor record holds code or link", async () => {
  const { platform, accounts } = bench.suite;
  await platform.pool.query(
    `update person set preferences = preferences || '{"locale":"ko"}' where id = $1`,
    [me.id],
  );
  await accounts.recovery.request(actor, "carol@example.org");
  const [message] = await sent();
  const text = Buffer.from(message!.text.split("\r\n\r\n").slice(1).join(""), "base64").toString();
  const korean = text.includes("복구 주소") ? text : message!.text;
  expect(korean).toContain("복구 주소로 사용하려면");
  const { rows } = await platform.pool.query<{ row: string }>(
    "select t::text || encode(code_hash, 'escape') as row from recovery_address t where person_id = $1",
    [me.id],
  );
  expect(rows[0]!.row).not.toContain(codeIn(korean));
});
