import { Person } from "@atrium/contract/types/person";
import { beforeEach, expect, test } from "vitest";
import { callMethod } from "../../../engine/testing/conforms.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import { administrationBench, GOOD_PASSWORD } from "../testing/bench.ts";

let bench: Awaited<ReturnType<typeof administrationBench>>;
beforeEach(async () => {
  bench = await administrationBench();
});

const client = { ip: "192.0.2.1", userAgent: "Browser" };
const NEW = "harbour lantern mosaic";
const refusal = (code: string) => expect.objectContaining({ name: "Refusal", code });

async function invite(id = bench.bob.id): Promise<string> {
  const { engine, actor } = bench;
  const answer = await callMethod({ engine, actor }, Person, "invite", {
    accountId: ORGANISATION,
    id,
  });
  return answer["token"] as string;
}
const accept = (token: string, password = NEW) =>
  bench.accounts.invitations.accept({ token, password }, client);
const isOpen = async (token: string) => (await bench.accounts.invitations.read(token, client)).open;
const notices = async () =>
  (
    await bench.platform.pool.query(
      "select event from account_notice where event <> 'created' order by id",
    )
  ).rows.map(({ event }) => event as string);

test("somebody new sets their first password with it and is signed in", async () => {
  const { accounts } = bench;
  const given = { name: "Carol", address: "carol@demo.test", password: null };
  const carol = await accounts.persons.create("system", given);
  const token = await invite(carol.id);
  expect(await accounts.invitations.read(token, client)).toEqual({
    open: true,
    kind: "invitation",
    name: "Carol",
    address: "carol@demo.test",
    organisation: "Lanternfield",
  });
  const signedIn = await accept(token);
  expect(signedIn.info).toMatchObject({ address: "carol@demo.test" });
  expect(await accounts.actorOfToken(signedIn.token, client.ip)).not.toBeNull();
  await accounts.signIn({ address: "carol@demo.test", password: NEW }, client);
  expect(await accounts.signIns.list(carol.id)).toEqual(
    expect.arrayContaining([expect.objectContaining({ result: "in", way: "invitation" })]),
  );
  // There was nobody to be told.
  expect(await notices()).toEqual([]);
});

test("who has a password is told that there is a link, and that it was used; their sessions end", async () => {
  const { accounts, bob } = bench;
  const before = await accounts.signIn({ address: bob.address, password: GOOD_PASSWORD }, client);
  const token = await invite();
  expect(await notices()).toEqual(["invited"]);
  expect(await accounts.actorOfToken(before.token, client.ip)).not.toBeNull();
  await accept(token);
  expect(await notices()).toEqual(["invited", "invitation-used"]);
  expect(await accounts.actorOfToken(before.token, client.ip)).toBeNull();
  const old = accounts.signIn({ address: bob.address, password: GOOD_PASSWORD }, client);
  await expect(old).rejects.toEqual(refusal("wrongCredentials"));
});

test("the language of the page becomes the person's, unless they chose one", async () => {
  const { accounts } = bench;
  const accepted = async (locale: "en" | "ko") =>
    (await accounts.invitations.accept({ token: await invite(), password: NEW, locale }, client))
      .info.personId;
  const chosen = async (id: string) =>
    (
      await bench.platform.pool.query(
        "select preferences->>'locale' as locale from person where id = $1",
        [id],
      )
    ).rows[0].locale;
  expect(await chosen(await accepted("ko"))).toBe("ko");
  expect(await chosen(await accepted("en"))).toBe("ko");
});

test("it works once, of two who use it at once for one, and a weak password leaves it good", async () => {
  const token = await invite();
  await expect(accept(token, "password1234")).rejects.toEqual(refusal("weakPassword"));
  const outcomes = await Promise.allSettled([accept(token), accept(token)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await isOpen(token)).toBe(false);
  await expect(accept(token)).rejects.toEqual(refusal("forbidden"));
});

test("a newer one, another password, disabling and time make it worthless, all in the same words", async () => {
  const { accounts, bob, platform } = bench;
  const worthless = async (token: string): Promise<string> =>
    accept(token).then(
      () => "accepted",
      (error: Error) => error.message,
    );
  const guess = await worthless("guess");
  const older = await invite();
  const newer = await invite();
  expect(await worthless(older)).toBe(guess);
  expect(await isOpen(newer)).toBe(true);
  await accounts.persons.setPassword("system", bob.id, GOOD_PASSWORD);
  expect(await worthless(newer)).toBe(guess);
  for (const change of [{ isDisabled: true }, { isRemoved: true }] as const) {
    const token = await invite();
    await accounts.persons.update("system", bob.id, change);
    const undone = "isDisabled" in change ? { isDisabled: false } : { isRemoved: false };
    await accounts.persons.update("system", bob.id, undone);
    expect(await worthless(token)).toBe(guess);
  }
  const late = await invite();
  platform.clock.advance(accounts.limits.invitationKept);
  expect(await worthless(late)).toBe(guess);
  await accounts.sweep();
  const { rows } = await platform.pool.query("select from invitation");
  expect(rows).toEqual([]);
});

test("a second factor is asked for all the same, and the link alone changes nothing", async () => {
  const { accounts, bob, platform } = bench;
  const token = await invite();
  await platform.pool.query(
    `insert into second_factor (account_id, person_id, sealed_secret, created_at, confirmed_at)
     values ($1, $2, $3, now(), now())`,
    [ORGANISATION, bob.id, platform.secrets.seal("second-factor", Buffer.alloc(20))],
  );
  await expect(accept(token)).rejects.toEqual(refusal("secondFactorRequired"));
  await expect(
    accounts.invitations.accept({ token, password: NEW, code: "abc" }, client),
  ).rejects.toEqual(refusal("wrongCode"));
  expect(await isOpen(token)).toBe(true);
  const before = accounts.signIn({ address: bob.address, password: NEW }, client);
  await expect(before).rejects.toEqual(refusal("wrongCredentials"));
});

test("who guesses is slowed down as at the sign-in", async () => {
  const { accounts } = bench;
  for (let tries = 0; tries < accounts.limits.failuresPerNetwork; tries += 1)
    await isOpen(`guess ${tries}`);
  await expect(isOpen("another")).rejects.toEqual(refusal("tooManyRequests"));
});

test("nobody invites themselves, nobody is invited who is disabled, and members invite nobody", async () => {
  const { accounts, engine, actor, alice, bob } = bench;
  const ask = (id: string, by = actor) =>
    callMethod({ engine, actor: by }, Person, "invite", { accountId: ORGANISATION, id });
  expect(await ask(alice.id)).toMatchObject({ type: "forbidden" });
  await accounts.persons.disable("system", bob.id);
  expect(await ask(bob.id)).toMatchObject({ type: "forbidden" });
  await accounts.persons.enable("system", bob.id);
  const signedIn = await accounts.signIn({ address: bob.address, password: GOOD_PASSWORD }, client);
  expect(await ask(alice.id, signedIn.actor)).toMatchObject({ type: "accountReadOnly" });
});

test("the store and the record of acts hold no link", async () => {
  const { accounts, actor, bob, platform } = bench;
  const token = await invite();
  const { rows } = await platform.pool.query<{ row: string }>(
    "select t::text || encode(token_hash, 'escape') as row from invitation t",
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]!.row).not.toContain(token);
  const [act] = await accounts.acts.list(actor, { limit: 1 });
  expect(act).toMatchObject({ verb: "person.invite", thing: bob.id, detail: {} });
});
