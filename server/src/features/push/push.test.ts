import { CAPABILITY } from "@atrium/contract/types/wire";
import { createDecipheriv, createECDH, createHmac, createPublicKey, verify } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PushSubscription } from "@atrium/contract/types/push-subscription";
import type { JsonObject } from "@atrium/contract/types/wire";
import { conformsWithoutAccount } from "../../engine/testing/conforms.ts";
import { createEngine, serveMethods, type Actor, type Engine } from "../../engine/index.ts";
import { OutboundError, type OutboundHttp } from "../../platform/outbound-http/index.ts";
import { countingStatements } from "../../testing/count-statements.ts";
import { testPlatform, type TestPlatform } from "../../testing/index.ts";
import { createPush, pushTypes, vapidCapability, vapidOf, type Push } from "./index.ts";
import type { Seen } from "./sending.store.ts";

const DAY = 24 * 3_600_000;
const URL_1 = "https://push.example/one?device=1";

let platform: TestPlatform;
let engine: Engine;
let push: Push;
let other: Push;
let actor: Actor;

interface Sent {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}
let sent: Sent[] = [];
/** What the push service answers; a string is a failure of the connection. */
let answer: { status: number; headers?: Record<string, string> } | "failed";
/** The push service answers nothing at all. */
let isSilent = false;
/** What addresses that are slow wait for. */
let slow: Promise<void> = Promise.resolve();
let living: Set<string>;
/** The states in accounts that are part in reach. */
let partial: Record<string, Record<string, string>> = {};
let people = 0;

// The outside network; everything else is real.
const outboundHttp: OutboundHttp = {
  async send(url, { headers = {}, body, signal } = {}) {
    sent.push({ url, headers, body: Buffer.from(body ?? "") });
    if (isSilent) await new Promise((_, reject) => signal?.addEventListener("abort", reject));
    if (url.includes("slow")) await slow;
    if (answer === "failed") throw new OutboundError("failed", url);
    return { status: answer.status, headers: answer.headers ?? {}, body: Buffer.alloc(0) };
  },
};

const secrets = { key: (purpose: string) => Buffer.alloc(32, purpose) };
const vapid = vapidOf(secrets, "https://atrium.example");

/** What states there are: nothing of them is looked at here but what they are called. */
const inEveryAccount = ["Email", "Mailbox", "FileNode"].map((name) =>
  serveMethods(
    { name, capability: CAPABILITY.mail },
    { access: () => true, methods: {}, worksInPartialAccounts: true },
  ),
);

const asItIs: Seen["shown"] = (changed) => changed;
let shown = asItIs;

const make = (options: Partial<Parameters<typeof createPush>[0]> = {}): Push =>
  createPush({
    ...platform,
    engine,
    outboundHttp,
    vapid,
    onAccess: () => () => undefined,
    ...options,
    seenBy: async (_, credential) =>
      living.has(credential)
        ? {
            accounts: [...Object.keys(actor.accounts), ...Object.keys(partial)],
            types: engine.typesOf(actor),
            shown,
            statesIn: async (id) => partial[id] ?? null,
          }
        : null,
  });

beforeAll(async () => {
  platform = await testPlatform();
  engine = createEngine({
    ...platform,
    types: [...pushTypes, ...inEveryAccount],
    capabilities: [vapidCapability(vapid)],
  });
  [push, other] = [make(), make()];
});

beforeEach(async () => {
  await platform.db.deleteFrom("push_subscription").execute();
  people += 1;
  const [accountId, team] = [`a${people}`, `t${people}`];
  for (const id of [accountId, team])
    await engine.write([], (w) => w.addAccount({ accountId: id, kind: "personal", name: id }));
  const account = { name: "x", isPersonal: true, isReadOnly: false };
  actor = {
    personId: `p${people}`,
    accountId,
    roles: ["member"],
    accounts: { [accountId]: account, [team]: { ...account, isPersonal: false } },
    credential: "password:1",
  };
  shown = asItIs;
  living = new Set(["password:1", "session:1", "session:2"]);
  answer = { status: 201 };
  sent = [];
});

const call = async (verb: string, args: JsonObject, who = actor): Promise<Answer> => {
  const using = ["urn:ietf:params:jmap:core"];
  const methodCalls = [[`PushSubscription/${verb}`, args, "c"]];
  return (await engine.handle(who, { using, methodCalls })).methodResponses[0]![1] as never;
};

interface Answer {
  readonly list: readonly (JsonObject & { id: string })[];
  readonly created: Readonly<Record<string, JsonObject & { id: string }>>;
  readonly [name: string]: unknown;
}

async function subscribe(more: JsonObject = {}, who = actor): Promise<string> {
  const create = { a: { deviceClientId: "device", url: URL_1, ...more } };
  return (await call("set", { create }, who)).created["a"]!.id;
}

/** Subscribes and confirms the address. */
async function confirmed(more: JsonObject = {}, who = actor): Promise<string> {
  const id = await subscribe(more, who);
  await push.send();
  const row = await platform.db
    .selectFrom("push_subscription")
    .select("verification_code")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await call("set", { update: { [id]: { verificationCode: row.verification_code } } }, who);
  sent = [];
  return id;
}

const change = (type = "Email", accountId = actor.accountId) =>
  engine.write([accountId], async (w) => w.changed(accountId, type, w.newId("x"), "created"));
const pushed = (): unknown[] => sent.map(({ body }) => JSON.parse(String(body)));
const count = async () =>
  (await platform.db.selectFrom("push_subscription").selectAll().execute()).length;

conformsWithoutAccount(PushSubscription, async () => {
  let count = 0;
  const create = () => ({ deviceClientId: `device ${(count += 1)}`, url: URL_1 });
  const account = { name: "x", isPersonal: true, isReadOnly: false };
  await engine.write([], (w) => w.addAccount({ accountId: "conf", kind: "personal", name: "x" }));
  const person: Actor = {
    personId: "conforming",
    accountId: "conf",
    roles: ["member"],
    accounts: { conf: account },
    credential: "session:conforming",
  };
  return {
    engine,
    actor: person,
    accountId: "conf",
    make: async () => (await call("set", { create: { a: create() } }, person)).created["a"]!.id,
    create,
    patch: () => ({ types: [`Email${(count += 1)}`] }),
    destroys: true,
  };
});

describe("PushSubscription", () => {
  it("is made with a limited life, and never returns its address and keys again", async () => {
    const { created } = await call("set", {
      create: { a: { deviceClientId: "device", url: URL_1, types: ["Email"] } },
    });
    const id = created["a"]!.id;
    const expires = "2026-03-09T09:00:00Z";
    expect(created["a"]).toEqual({ id, keys: null, verificationCode: null, expires });
    const { list } = await call("get", { ids: null });
    expect(list).toEqual([
      { id, deviceClientId: "device", verificationCode: null, expires, types: ["Email"] },
    ]);
    for (const properties of [["url"], ["id", "keys"]])
      expect(await call("get", { ids: [id], properties })).toMatchObject({ type: "forbidden" });
    const change = { url: "https://push.example/two", keys: null };
    expect(await call("set", { update: { [id]: change } })).toMatchObject({
      notUpdated: { [id]: { type: "invalidProperties", properties: ["url", "keys"] } },
    });
  });

  it("lives as long as the session that made it, unless it is to end before", async () => {
    const session = { ...actor, credential: "session:1" };
    await subscribe({}, session);
    await subscribe({ expires: "2027-01-01T00:00:00Z" }, session);
    const { list } = await call("get", { ids: null }, session);
    expect(list.map((one) => one["expires"])).toEqual([null, "2027-01-01T00:00:00Z"]);
    const id = await subscribe({ expires: "2026-03-03T00:00:00Z" });
    expect(
      await call("set", { update: { [id]: { expires: "2026-08-01T00:00:00Z" } } }),
    ).toMatchObject({ updated: { [id]: { expires: "2026-03-09T09:00:00Z" } } });
    const over = { update: { [id]: { expires: "2026-03-01T00:00:00Z" } } };
    expect(await call("set", over)).toMatchObject({
      notUpdated: { [id]: { properties: ["expires"] } },
    });
  });

  it("is there only for what it was made with", async () => {
    const id = await confirmed({}, { ...actor, credential: "session:1" });
    for (const who of [
      { ...actor, credential: "session:2" },
      { ...actor, personId: "somebody", credential: "session:1" },
    ]) {
      expect((await call("get", { ids: null }, who)).list).toEqual([]);
      expect(await call("set", { destroy: [id], update: { x: {} } }, who)).toMatchObject({
        notDestroyed: { [id]: { type: "notFound" } },
      });
    }
    const { credential: _, ...nothing } = actor;
    expect(await call("get", { ids: null }, nothing)).toMatchObject({ type: "forbidden" });
    expect(await count()).toBe(1);
  });

  it("takes https only, real keys, and names of types", async () => {
    const point = createECDH("prime256v1").generateKeys("base64url");
    const auth = Buffer.alloc(16).toString("base64url");
    for (const [property, value] of [
      ["url", "http://push.example/"],
      ["url", "ftp://push.example/"],
      ["url", "push.example"],
      ["url", "https://a:b@push.example/"],
      ["url", `https://push.example/${"x".repeat(2048)}`],
      ["keys", {}],
      ["keys", { p256dh: point, auth: "c2hvcnQ" }],
      ["keys", { p256dh: Buffer.alloc(65, 4).toString("base64url"), auth }],
      ["keys", { p256dh: point, auth, more: 1 }],
      ["deviceClientId", ""],
      ["verificationCode", "guess"],
      ["types", ["no such name"]],
    ] as const) {
      const create = { a: { deviceClientId: "d", url: URL_1, [property]: value } };
      expect(await call("set", { create })).toMatchObject({
        created: null,
        notCreated: { a: { type: "invalidProperties", properties: [property] } },
      });
    }
    await subscribe({ keys: { p256dh: point, auth } });
  });

  it("is limited: each is a way to make the server send requests", async () => {
    const create = Object.fromEntries(
      Array.from({ length: 25 }, (_, n) => [`k${n}`, { deviceClientId: "d", url: URL_1 }]),
    );
    const { created, notCreated } = await call("set", { create });
    expect(Object.keys(created)).toHaveLength(20);
    expect(notCreated).toMatchObject({ k24: { type: "rateLimit" } });
    platform.clock.advance(3_600_000);
    await push.sweep();
    expect(await count()).toBe(0);
  });
});

describe("a push", () => {
  it("comes first with a code, and then not at all until the code is sent back", async () => {
    const id = await subscribe();
    await push.send();
    expect(sent[0]).toMatchObject({ url: URL_1, headers: { "content-type": "application/json" } });
    const [{ verificationCode, ...verification }] = pushed() as [{ verificationCode: string }];
    expect(verification).toEqual({ "@type": "PushVerification", pushSubscriptionId: id });
    expect(verificationCode.length).toBeGreaterThan(20);
    await change();
    await push.send();
    expect(sent).toHaveLength(1);
    const update = (code: unknown) => call("set", { update: { [id]: { verificationCode: code } } });
    const other = verificationCode.startsWith("x") ? "y" : "x";
    const almost = other + verificationCode.slice(1);
    for (const wrong of ["", "guess", verificationCode.slice(1), almost])
      expect(await update(wrong)).toMatchObject({
        notUpdated: { [id]: { type: "invalidProperties", properties: ["verificationCode"] } },
      });
    expect(await update(verificationCode)).toMatchObject({ updated: { [id]: null } });
    await push.send();
    const { list } = await call("get", { ids: [id] });
    expect(list[0]).toMatchObject({ verificationCode });
    const states = await engine.states(actor.accountId);
    expect(pushed()[1]).toEqual({
      "@type": "StateChange",
      changed: { [actor.accountId]: { Email: states["Email"] } },
    });
  });

  it("says what has changed since the last one, in all accounts, of the types asked for", async () => {
    await confirmed({ types: ["Email", "Mailbox"] });
    const team = Object.keys(actor.accounts)[1]!;
    await change("Email");
    await change("Thread");
    await change("Mailbox");
    await change("Email", team);
    await push.send();
    await push.send();
    await change("Thread");
    await push.send();
    const mine = await engine.states(actor.accountId);
    const theirs = await engine.states(team);
    expect(pushed()).toEqual([
      {
        "@type": "StateChange",
        changed: {
          [actor.accountId]: { Email: mine["Email"], Mailbox: mine["Mailbox"] },
          [team]: { Email: theirs["Email"] },
        },
      },
    ]);
  });

  it("names the account in which the person is shown it", async () => {
    await confirmed({ types: ["Email"] });
    const { accountId } = actor;
    shown = ({ [accountId]: own = {} }) => ({ house: own });
    await change("Email");
    await push.send();
    await push.send();
    const { Email } = await engine.states(accountId);
    expect(pushed()).toEqual([{ "@type": "StateChange", changed: { house: { Email } } }]);
  });

  it("says nothing of types outside of the credential's scope, and of them again when it is for all", async () => {
    const scope: ReadonlySet<string> = new Set();
    const whole = actor;
    actor = { ...whole, scope };
    await confirmed();
    await change("Email");
    await push.send();
    expect(pushed()).toEqual([]);
    await change("PushSubscription");
    await push.send();
    const { accountId } = actor;
    const { PushSubscription: state } = await engine.states(accountId);
    expect(pushed()).toEqual([
      { "@type": "StateChange", changed: { [accountId]: { PushSubscription: state } } },
    ]);
    actor = whole;
    await push.sweep();
    await change("Email");
    await push.send();
    expect(pushed()[1]).toMatchObject({ changed: { [accountId]: { Email: expect.any(String) } } });
  });

  it("says of an account that is part in reach what happened there, and nothing of the rest", async () => {
    const other = `s${people}`;
    await engine.write([], (w) =>
      w.addAccount({ accountId: other, kind: "personal", name: other }),
    );
    partial = { [other]: { FileNode: "0-abcdefghijkl" } };
    actor = {
      ...actor,
      partialAccounts: { [other]: { name: "x", ownerId: "p9", isReadOnly: true, reach: {} } },
    };
    await confirmed();
    await change("FileNode", other);
    await change("Email", other);
    await push.send();
    expect(pushed()).toEqual([]);
    await change("FileNode", other);
    const seen = `${(await engine.states(other))["FileNode"]}-abcdefghijkl`;
    partial = { [other]: { FileNode: seen } };
    await push.send();
    await change("FileNode", other);
    await push.send();
    expect(pushed()).toEqual([
      { "@type": "StateChange", changed: { [other]: { FileNode: seen } } },
    ]);
    partial = {};
  });

  it("is sent by one of all processes", async () => {
    await confirmed();
    for (let round = 0; round < 5; round += 1) {
      await change();
      await Promise.all([push.send(), other.send(), push.send()]);
    }
    expect(sent).toHaveLength(5);
  });

  it("is signed by the server's key, which clients find in the session", async () => {
    await confirmed();
    await change();
    await push.send();
    const urls = { api: "", download: "", upload: "", eventSource: "" };
    const { capabilities } = await engine.session(actor, urls);
    const key = capabilities["urn:ietf:params:jmap:webpush-vapid"]![
      "applicationServerKey"
    ] as string;
    const { authorization, ttl } = sent[0]!.headers;
    expect(Number(ttl)).toBeGreaterThan(0);
    const [, token, k] = /^vapid t=(\S+), k=(\S+)$/.exec(authorization!)!;
    expect(k).toBe(key);
    const [head, claims, signature] = token!.split(".");
    const said = JSON.parse(String(Buffer.from(claims!, "base64url"))) as JsonObject;
    expect(said).toMatchObject({ aud: "https://push.example", sub: "https://atrium.example" });
    const point = Buffer.from(key, "base64url");
    const publicKey = createPublicKey({
      format: "jwk",
      key: {
        kty: "EC",
        crv: "P-256",
        x: point.subarray(1, 33).toString("base64url"),
        y: point.subarray(33).toString("base64url"),
      },
    });
    const isSigned = verify(
      "sha256",
      Buffer.from(`${head}.${claims}`),
      { key: publicKey, dsaEncoding: "ieee-p1363" },
      Buffer.from(signature!, "base64url"),
    );
    expect(isSigned).toBe(true);
  });

  it("is read only by who has the keys", async () => {
    const device = createECDH("prime256v1");
    const p256dh = device.generateKeys("base64url");
    const auth = Buffer.alloc(16, "secret");
    await confirmed({ keys: { p256dh, auth: auth.toString("base64url") } });
    await change();
    await push.send();
    expect(sent[0]!.headers).toMatchObject({ "content-encoding": "aes128gcm" });
    const text = decrypt(sent[0]!.body, device, auth);
    expect(JSON.parse(text)).toMatchObject({ "@type": "StateChange" });
  });
});

/** RFC 8291 §3.4 and RFC 8188 §2, for one record. */
function decrypt(body: Buffer, device: ReturnType<typeof createECDH>, auth: Buffer): string {
  const hmac = (key: Buffer, data: Buffer) => createHmac("sha256", key).update(data).digest();
  const salt = body.subarray(0, 16);
  const length = body[20]!;
  const sender = body.subarray(21, 21 + length);
  const sealed = body.subarray(21 + length);
  const shared = device.computeSecret(sender);
  const info = Buffer.concat([
    Buffer.from("WebPush: info\0"),
    device.getPublicKey(),
    sender,
    Buffer.from([1]),
  ]);
  const prk = hmac(salt, hmac(hmac(auth, shared), info));
  const derived = (name: string, size: number) =>
    hmac(prk, Buffer.from(`Content-Encoding: ${name}\0\u0001`)).subarray(0, size);
  const cipher = createDecipheriv("aes-128-gcm", derived("aes128gcm", 16), derived("nonce", 12));
  cipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  return plain.subarray(0, plain.lastIndexOf(2)).toString();
}

describe("a push service", () => {
  it("that knows the address no more ends the subscription", async () => {
    for (const status of [404, 410]) {
      await confirmed();
      answer = { status };
      await change();
      await push.send();
      expect(await count()).toBe(0);
      answer = { status: 201 };
    }
  });

  it("that fails is asked again later and later, with all that has changed meanwhile", async () => {
    await confirmed();
    answer = "failed";
    await change();
    await push.send();
    await push.send();
    expect(sent).toHaveLength(1);
    platform.clock.advance(30_000);
    answer = { status: 500 };
    await push.send();
    platform.clock.advance(30_000);
    await push.send();
    expect(sent).toHaveLength(2);
    await change("Mailbox");
    answer = { status: 201 };
    platform.clock.advance(30_000);
    await push.send();
    expect(sent).toHaveLength(3);
    expect(pushed()[2]).toMatchObject({
      changed: { [actor.accountId]: { Email: expect.any(String), Mailbox: expect.any(String) } },
    });
  });

  it("that is slow makes only those wait who chose it", async () => {
    for (let device = 0; device < 5; device += 1)
      await confirmed({ url: `https://slow.example/${device}` });
    await confirmed({}, { ...actor, personId: "somebody else" });
    const { promise, resolve } = Promise.withResolvers<void>();
    slow = promise;
    const to = (name: string) => sent.filter(({ url }) => url.includes(name)).length;
    await change();
    const all = push.send();
    await expect.poll(() => to("push.example")).toBe(1);
    expect(to("slow.example")).toBe(2);
    await change();
    const again = push.send();
    await expect.poll(() => to("push.example")).toBe(2);
    expect(to("slow.example")).toBe(2);
    resolve();
    await Promise.all([all, again]);
    await push.send();
    expect(to("push.example")).toBe(2);
    // The two that went first get the second change.
    expect(to("slow.example")).toBe(7);
  });

  it("that has too many requests gets fewer", async () => {
    await confirmed();
    answer = { status: 429, headers: { "retry-after": "600" } };
    await change();
    await push.send();
    answer = { status: 201 };
    platform.clock.advance(599_000);
    await push.send();
    expect(sent).toHaveLength(1);
    platform.clock.advance(1000);
    await push.send();
    await change();
    await push.send();
    expect(sent).toHaveLength(2);
    platform.clock.advance(60_000);
    await push.send();
    expect(sent).toHaveLength(3);
    await change();
    platform.clock.advance(30_000);
    await push.send();
    expect(sent).toHaveLength(4);
  });

  it("that never takes anything is given up", async () => {
    await subscribe();
    answer = { status: 302, headers: { location: "https://inside.example" } };
    for (let day = 0; day < 3; day += 1) {
      await push.send();
      platform.clock.advance(600_000);
    }
    expect(sent).toHaveLength(3);
    expect(await count()).toBe(0);
    answer = { status: 201 };
    await confirmed();
    answer = { status: 400 };
    await change();
    for (let hours = 0; hours < 60; hours += 1) {
      await push.send();
      platform.clock.advance(3_600_000);
    }
    expect(await count()).toBe(0);
    expect(sent).toHaveLength(50);
  });

  it("gets nothing more after the end: of its time, or of what the person signed in with", async () => {
    await confirmed();
    platform.clock.advance(7 * DAY);
    await change();
    await push.send();
    expect(sent).toEqual([]);
    await push.sweep();
    expect(await count()).toBe(0);

    const session = { ...actor, credential: "session:1" };
    await confirmed({}, session);
    living.delete("session:1");
    await change();
    await push.send();
    expect(sent).toEqual([]);
    expect(await count()).toBe(0);

    await confirmed({}, { ...actor, credential: "session:2" });
    living.delete("session:2");
    await push.sweep();
    expect(await count()).toBe(0);
  });
});

it("a stop waits for no address; what was under way is another process's at once", async () => {
  const stopped = make();
  await confirmed();
  await change();
  isSilent = true;
  const sending = stopped.send();
  await expect.poll(() => sent.length).toBe(1);
  await stopped.stop();
  await sending;
  isSilent = false;
  await stopped.send();
  expect(sent).toHaveLength(1);
  await push.send();
  expect(sent).toHaveLength(2);
  const row = await platform.db.selectFrom("push_subscription").selectAll().executeTakeFirst();
  expect(row).toMatchObject({ failures: 0, busy_until: null });
});

it("a server that runs sends by itself", async () => {
  push.start();
  try {
    await subscribe();
    await expect.poll(() => sent.length).toBe(1);
  } finally {
    await push.stop();
  }
});

it("looks once after people's subscriptions, however often it hears that they may see something else", async () => {
  const counted = countingStatements(platform.db);
  let hear: (personId: string) => void = () => undefined;
  const listening = make({
    db: counted.db,
    onAccess: (listener) => {
      hear = listener;
      return () => undefined;
    },
  });
  listening.start();
  for (let n = 0; n < 1000; n += 1) for (const person of ["p1", "p2", "p3"]) hear(person);
  await listening.stop();
  // Two of each: what was heard after it was looked is looked at again.
  expect(counted.count()).toBeLessThan(10);
});
