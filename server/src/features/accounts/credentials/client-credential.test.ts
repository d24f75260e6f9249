import { ClientCredential } from "@atrium/contract/types/client-credential";
import { utcDate } from "@atrium/contract/types/utc-date";
import { beforeAll, describe, expect, it } from "vitest";
import { callMethod, conformsToJmap } from "../../../engine/testing/conforms.ts";
import { LIMITS } from "../limits.ts";
import { administrationBench, GOOD_PASSWORD } from "../testing/bench.ts";

const GIVEN = { kind: "token", name: "Desk", scope: "mail", isReadOnly: true } as const;
const DAY = 86_400_000;

conformsToJmap(ClientCredential, async () => {
  const { accounts, engine, actor, bob } = await administrationBench();
  const make = async (by = actor) =>
    (await accounts.credentials.create(by, { ...GIVEN, expiresAt: null })).credential.id;
  const other = { ...actor, personId: bob.id, accountId: bob.accountId };
  const { credential: _, ...asBob } = other;
  let count = 0;
  return {
    engine,
    actor,
    accountId: actor.accountId,
    foreign: { accountId: bob.accountId, id: await make(asBob) },
    make,
    patch: () => ({ name: `Desk ${(count += 1)}` }),
    destroys: true,
    queries: false,
  };
});

describe("app passwords and tokens", () => {
  let bench: Awaited<ReturnType<typeof administrationBench>>;
  beforeAll(async () => {
    bench = await administrationBench();
  });

  const call = (verb: string, args: object = {}, actor = bench.actor) =>
    callMethod({ engine: bench.engine, actor }, ClientCredential, verb, {
      accountId: actor.accountId,
      ...args,
    });
  const create = async (given: object) => {
    const answer = await call("set", { create: { a: { ...GIVEN, ...given } } });
    const of = (key: string) =>
      (answer[key] as Record<string, Record<string, unknown>> | null)?.["a"];
    return { created: of("created"), refused: of("notCreated") };
  };
  const after = (milliseconds: number): string =>
    utcDate(new Date(bench.platform.clock.now().getTime() + milliseconds));

  it("are answered with their secret when they are made, and without it from then on", async () => {
    const { created } = await create({ kind: "app-password" });
    const { id, secret } = created as { id: string; secret: string };
    const given = { address: "alice@demo.test", password: secret };
    const client = { ip: "192.0.2.1" };
    await expect(bench.accounts.authenticate(given, client)).resolves.toMatchObject({
      credential: `app-password:${id}`,
    });
    const { list } = await call("get");
    expect(list).toContainEqual(expect.objectContaining({ id, secret: null }));
    expect(JSON.stringify(list)).not.toContain(secret);
    expect(await call("set", { update: { [id]: { secret: "mine" } } })).toMatchObject({
      notUpdated: { [id]: { type: "invalidProperties", properties: ["secret"] } },
    });
  });

  it("end within some ten years, or never", async () => {
    for (const expiresAt of [after(0), after(-DAY), after(LIMITS.credentialLife + 1), "soon"])
      expect((await create({ expiresAt })).refused).toMatchObject({
        type: "invalidProperties",
        properties: ["expiresAt"],
      });
    const expiresAt = after(DAY);
    const { id } = (await create({ expiresAt })).created as { id: string };
    expect((await call("get", { ids: [id] })).list).toMatchObject([{ expiresAt }]);
    expect(await call("set", { update: { [id]: { expiresAt: null } } })).toMatchObject({
      notUpdated: { [id]: { type: "invalidProperties" } },
    });
    const { state: sinceState } = await call("get", { ids: [] });
    bench.platform.clock.advance(DAY + LIMITS.credentialsKept + 1);
    await bench.accounts.sweep();
    expect((await call("changes", { sinceState }))["destroyed"]).toEqual([id]);
    const { accounts } = bench;
    const known = { address: "alice@demo.test", password: GOOD_PASSWORD };
    bench.actor = (await accounts.signIn(known, { ip: "192.0.2.7", userAgent: "" })).actor;
  });

  it("have a name of one line, and are of a known kind and scope", async () => {
    const wrong = [{ name: " " }, { kind: "key" }, { scope: "calendars" }, { isReadOnly: null }];
    for (const given of wrong)
      expect((await create(given)).refused).toMatchObject({
        type: "invalidProperties",
        properties: Object.keys(given),
      });
    const { created } = await create({ name: "  My\n desk " });
    expect(created).toMatchObject({ name: "My desk" });
  });

  it("are at most so many, also of those that are made at once", async () => {
    const { list } = await call("get");
    for (let i = list!.length; i < LIMITS.credentialsPerPerson - 1; i += 1) await create({});
    const both = await Promise.all([create({}), create({})]);
    expect(both.filter(({ created }) => created !== undefined)).toHaveLength(1);
    const [refused] = both.flatMap((one) => one.refused ?? []);
    expect(refused).toMatchObject({ type: "forbidden" });
    expect((await call("get")).list).toHaveLength(LIMITS.credentialsPerPerson);
  });

  it("are followed in open windows, also when an administrator takes all of them away", async () => {
    const { accounts, actor } = bench;
    const [one] = (await call("get")).list!;
    const { state: sinceState } = await call("get", { ids: [] });
    await accounts.credentials.change(actor, one!.id, { ...GIVEN, name: "Other" });
    expect(await call("changes", { sinceState })).toMatchObject({ updated: [one!.id] });
    await accounts.persons.setPassword("system", actor.personId, GOOD_PASSWORD);
    expect((await call("changes", { sinceState }))["destroyed"]).toHaveLength(
      LIMITS.credentialsPerPerson,
    );
  });
});
