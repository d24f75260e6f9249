import { get, type IncomingMessage } from "node:http";
import { once } from "node:events";
import { sql } from "kysely";
import { describe, expect, test, vi } from "vitest";
import { createAccounts } from "../../../features/accounts/index.ts";
import { mailTypes } from "../../../features/mail/index.ts";
import { createNotify } from "../../../platform/db/index.ts";
import { codeOf, GOOD_PASSWORD, httpBench } from "../../http/testing/bench.ts";

const bench = await httpBench({ types: mailTypes });
const origin = await bench.listen();

const signedIn = (address = "bob@demo.test") => bench.signedIn(address, origin);

interface Event {
  readonly event: string;
  readonly id?: string;
  readonly data: unknown;
}

/** An EventSource that is read event by event. */
async function open(
  cookie: string,
  query = "types=*&closeafter=no&ping=0",
  more = {},
  at = origin,
) {
  const request = get(`${at}/jmap/eventsource?${query}`, { headers: { cookie, ...more } });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  // Closing it from here is an error to the one who reads.
  response.on("error", () => undefined);
  let text = "";
  const events = (async function* (): AsyncGenerator<Event> {
    for await (const piece of response.setEncoding("utf8") as AsyncIterable<string>) {
      text += piece;
      for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
        const block = text.slice(0, end);
        text = text.slice(end + 2);
        const fields = Object.fromEntries(block.split("\n").map((line) => line.split(/: ?(.*)/s)));
        if (fields["event"] !== undefined)
          yield { ...fields, data: JSON.parse(fields["data"] as string) } as Event;
      }
    }
  })();
  return {
    response,
    /** The next event; undefined when the server has ended the stream. */
    next: async (): Promise<Event | undefined> => (await events.next()).value ?? undefined,
    close: () => request.destroy(),
  };
}

/** A change in Bob's account, of a type of the test's own. */
const change = (type: string, accountId = bench.bob.accountId) =>
  bench.engine.write([accountId], async (w) => w.changed(accountId, type, w.newId("x"), "created"));

test("pushes states after the commit, of the asked types and the person's accounts only", async () => {
  const browser = await signedIn();
  const stream = await open(browser.cookie()!, "types=Mailbox,Email&closeafter=no&ping=0");
  expect(stream.response.statusCode).toBe(200);
  expect(stream.response.headers).toMatchObject({
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  await change("Mailbox", bench.alice.accountId);
  await change("Thread");
  await change("Email");
  const states = await bench.engine.states(bench.bob.accountId);
  expect(await stream.next()).toMatchObject({
    event: "state",
    data: {
      "@type": "StateChange",
      changed: { [bench.bob.accountId]: { Email: states["Email"] } },
    },
  });
  stream.close();
});

test("pushes nothing of what was rolled back", async () => {
  const stream = await open((await signedIn()).cookie()!);
  const { accountId } = bench.bob;
  await bench.engine
    .write([accountId], async (w) => {
      w.changed(accountId, "Mailbox", "x1", "created");
      throw new Error("rolled back");
    })
    .catch(() => undefined);
  await change("Thread");
  const event = await stream.next();
  expect(event?.data).not.toHaveProperty(["changed", accountId, "Mailbox"]);
  expect(event?.data).toHaveProperty(["changed", accountId, "Thread"]);
  stream.close();
});

test("ends after the first state when the client wants it so", async () => {
  const stream = await open((await signedIn()).cookie()!, "types=*&closeafter=state&ping=0");
  await change("Mailbox");
  expect((await stream.next())?.event).toBe("state");
  expect(await stream.next()).toBeUndefined();
});

test("a client that comes back gets first what it has missed", async () => {
  const cookie = (await signedIn()).cookie()!;
  const stream = await open(cookie);
  await change("Mailbox");
  const { id } = (await stream.next())!;
  stream.close();
  await change("Email");
  const again = await open(cookie, undefined, { "last-event-id": id! });
  const { accountId } = bench.bob;
  const { Email } = await bench.engine.states(accountId);
  const { data } = (await again.next())!;
  expect(data).toHaveProperty(["changed", accountId], { Email });
  again.close();
  const anew = await open(cookie, undefined, { "last-event-id": "of another server" });
  expect((await anew.next())!.data).toHaveProperty(
    ["changed", accountId],
    await bench.engine.states(accountId),
  );
  anew.close();
});

describe("ends at once", () => {
  test("when the person signs out; then it can't be opened again", async () => {
    const browser = await signedIn();
    const cookie = browser.cookie()!;
    const stream = await open(cookie);
    await browser.post("/api/sign-out");
    expect(await stream.next()).toBeUndefined();
    expect((await open(cookie)).response.statusCode).toBe(401);
  });

  test("when the session is ended from elsewhere, and no other one's", async () => {
    const here = await signedIn();
    const there = await open((await signedIn()).cookie()!);
    const own = await open(here.cookie()!);
    await here.call("SignInSession/endOthers", { accountId: bench.bob.accountId });
    expect(await there.next()).toBeUndefined();
    await change("Mailbox");
    expect((await own.next())?.event).toBe("state");
    own.close();
  });

  test("when a policy ends its session, and no other one's", async () => {
    const { accounts, platform } = bench;
    const old = await open((await signedIn()).cookie()!);
    platform.clock.advance(accounts.limits.sessionShortest);
    const own = await open((await signedIn()).cookie()!);
    // That there is another session.
    expect((await old.next())?.event).toBe("state");
    const sessionMax = accounts.limits.sessionShortest / 1000;
    await accounts.policies.change("system", { sessionMax });
    // The policy itself is told first.
    expect((await old.next())?.event).toBe("state");
    expect(await old.next()).toBeUndefined();
    expect((await own.next())?.event).toBe("state");
    await change("Mailbox");
    expect(await own.next()).toMatchObject({
      data: { changed: { [bench.bob.accountId]: { Mailbox: expect.any(String) as string } } },
    });
    own.close();
    await accounts.policies.change("system", { sessionMax: null });
  });

  test("when the person is disabled", async () => {
    const stream = await open((await signedIn()).cookie()!);
    await bench.accounts.persons.disable("system", bench.bob.id);
    expect(await stream.next()).toBeUndefined();
    await bench.accounts.persons.enable("system", bench.bob.id);
  });

  test("when the password changes", async () => {
    const browser = await signedIn();
    const other = await open((await signedIn()).cookie()!);
    const next = "seldom tractor violet";
    await browser.post("/api/password", { current: GOOD_PASSWORD, next });
    expect(await other.next()).toBeUndefined();
    await browser.post("/api/password", { current: next, next: GOOD_PASSWORD });
  });

  test("when another process that serves the same store ends the session", async () => {
    const { platform, engine } = bench;
    const notify = createNotify(platform);
    const other = createAccounts({ ...platform, notify, engine, prepareAccount: [] });
    const stream = await open((await signedIn()).cookie()!);
    await other.sessions.end({ ...bench.bob, personId: bench.bob.id });
    expect(await stream.next()).toBeUndefined();
    await notify.close();
  });

  test("when the token is revoked that it was opened with", async () => {
    const browser = await signedIn();
    const given = { kind: "token", name: "Desk", scope: "all", isReadOnly: false };
    const { accountId } = bench.bob;
    const made = await browser.call("ClientCredential/set", { accountId, create: { a: given } });
    const { id, secret } = (made["created"] as Record<string, { id: string; secret: string }>)[
      "a"
    ]!;
    const authorization = `Bearer ${secret}`;
    const stream = await open("", undefined, { authorization });
    expect(stream.response.statusCode).toBe(200);
    await browser.call("ClientCredential/set", { accountId, destroy: [id] });
    expect(await stream.next()).toBeUndefined();
    expect((await open("", undefined, { authorization })).response.statusCode).toBe(401);
  });

  test("when what its token may use changes; only that is pushed from then on", async () => {
    const { credentials, signIn } = bench.accounts;
    const client = { ip: "127.0.0.1", userAgent: "Browser" };
    const known = { address: "bob@demo.test", password: GOOD_PASSWORD };
    const { actor } = await signIn(known, client);
    const given = { kind: "token", name: "Desk", expiresAt: null } as const;
    const all = { scope: "all", isReadOnly: false } as const;
    const { credential, secret } = await credentials.create(actor, { ...given, ...all });
    const authorization = `Bearer ${secret}`;
    const stream = await open("", undefined, { authorization });
    await change("FileNode");
    expect((await stream.next())?.event).toBe("state");
    const narrow = { name: "Desk", scope: "mail", isReadOnly: true } as const;
    await credentials.change(actor, credential.id, narrow);
    expect(await stream.next()).toBeUndefined();

    const again = await open("", undefined, { authorization, "last-event-id": "none=0" });
    const { accountId } = bench.bob;
    const missed = (await again.next())!.data as { changed: Record<string, object> };
    expect(missed.changed[accountId]).toHaveProperty("Mailbox");
    expect(missed.changed[accountId]).not.toHaveProperty("FileNode");
    await change("FileNode");
    await change("Mailbox");
    const { Mailbox } = await bench.engine.states(accountId);
    expect((await again.next())?.data).toMatchObject({ changed: { [accountId]: { Mailbox } } });
    again.close();
  });

  test("when a grant is taken back; what happens in the shared account is pushed to members alone", async () => {
    const { shared } = bench.accounts;
    const { accountId } = await shared.create("system", {
      name: "Support",
      address: "support@demo.test",
      members: [{ personId: bench.bob.id, mayWrite: false }],
    });
    const cookie = (await signedIn()).cookie()!;
    const stream = await open(cookie);
    await change("Mailbox", accountId);
    expect(await stream.next()).toHaveProperty(["data", "changed", accountId, "Mailbox"]);
    await shared.revoke("system", accountId, bench.bob.id);
    expect(await stream.next()).toBeUndefined();

    const next = await open(cookie);
    await change("Email", accountId);
    await change("Email");
    const event = await next.next();
    expect(event).not.toHaveProperty(["data", "changed", accountId]);
    expect(event).toHaveProperty(["data", "changed", bench.bob.accountId]);
    next.close();
  });

  test("when the server stops", async () => {
    const server = bench.serverWith({});
    const url = `${await bench.listen(server)}/jmap/eventsource?types=*&closeafter=no&ping=0`;
    const request = get(url, { headers: { cookie: (await signedIn()).cookie()! } });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    const ended = once(response.resume(), "end");
    await server.app.close();
    await ended;
  });
});

test.each([
  "types=&closeafter=no&ping=0",
  "types=*&closeafter=later&ping=0",
  "types=*&closeafter=no&ping=often",
])("%s is a bad request", async (query) => {
  const { app } = bench.server;
  const headers = { cookie: (await signedIn()).cookie()! };
  expect(codeOf(await app.inject({ url: `/jmap/eventsource?${query}`, headers }))).toBe(
    "badRequest",
  );
});

test("is for who is signed in", async () => {
  expect(codeOf(await bench.server.app.inject("/jmap/eventsource?types=*"))).toBe("notSignedIn");
});

test("one person can't open endlessly many", async () => {
  const cookie = (await signedIn("alice@demo.test")).cookie()!;
  const streams = await Promise.all(Array.from({ length: 64 }, () => open(cookie)));
  expect((await open(cookie)).response.statusCode).toBe(429);
  streams[0]!.close();
  await expect.poll(async () => (await open(cookie)).response.statusCode).toBe(200);
  for (const stream of streams) stream.close();
});

/** A change in Bob's account by a process that is killed before it announces it; returns its state. */
async function changeSilently(type: string): Promise<string> {
  const { accountId } = bench.bob;
  const { rows } = await sql<{ modseq: number }>`
    with counted as (
      update account set modseq = modseq + 1 where account_id = ${accountId} returning modseq)
    insert into type_state (account_id, type, modseq) select ${accountId}, ${type}, modseq from counted
    returning modseq`.execute(bench.platform.db);
  return String(rows[0]!.modseq);
}

test.each([
  ["", "Silent", async () => undefined],
  [", also after one that was announced", "Silent2", () => change("Announced")],
])(
  "a change that was not announced, since its process was killed, is found all the same%s",
  async (_, type, next) => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const server = bench.serverWith({});
    const away = await bench.listen(server);
    const cookie = (await signedIn()).cookie()!;
    const stream = await open(cookie, `types=${type}&closeafter=no&ping=0`, {}, away);
    const state = await changeSilently(type);
    await next();
    vi.advanceTimersByTime(30_000);
    vi.useRealTimers();
    expect(await stream.next()).toMatchObject({
      event: "state",
      data: { changed: { [bench.bob.accountId]: { [type]: state } } },
    });
    stream.close();
  },
);
