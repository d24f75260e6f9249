import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import type { JsonObject, JmapSession } from "@atrium/contract/types/wire";
import { createBrowser, GOOD_PASSWORD, httpBench } from "../../http/testing/bench.ts";

const bench = await httpBench();
const origin = await bench.listen();

const signedIn = (address = "bob@demo.test") => bench.signedIn(address, origin);
const basic = {
  authorization: `Basic ${Buffer.from(`bob@demo.test:${GOOD_PASSWORD}`).toString("base64")}`,
};

/** Tries to open one; answers the status of a refusal. */
async function attempt(headers: Record<string, string>, protocols: string[] = ["jmap"]) {
  const socket = new WebSocket(`${origin.replace("http", "ws")}/jmap/ws`, protocols, { headers });
  const refused = once(socket, "unexpected-response") as Promise<[unknown, IncomingMessage]>;
  refused.catch(() => undefined);
  socket.on("error", () => undefined);
  const [status, challenge] = await Promise.race([
    once(socket, "open").then(() => [101]),
    refused.then(([, { statusCode, headers }]) => [statusCode, headers["www-authenticate"]]),
  ]);
  return { socket, status, challenge };
}

async function open(headers: Record<string, string>) {
  const { socket, status } = await attempt(headers);
  expect(status).toBe(101);
  const received: JsonObject[] = [];
  socket.on("message", (data: Buffer) => received.push(JSON.parse(data.toString()) as JsonObject));
  let read = 0;
  return {
    socket,
    send: (message: unknown) =>
      socket.send(typeof message === "string" ? message : JSON.stringify(message)),
    next: async (): Promise<JsonObject> => {
      while (received.length === read) await once(socket, "message");
      read += 1;
      return received[read - 1]!;
    },
    received,
    closed: once(socket, "close") as Promise<[number]>,
  };
}

const withCookie = async (browser?: Awaited<ReturnType<typeof signedIn>>) =>
  await open({ cookie: (browser ?? (await signedIn())).cookie()!, origin });

const using = ["urn:ietf:params:jmap:core"];
const echo = (id: string, args: JsonObject = {}) => ({
  "@type": "Request",
  id,
  using,
  methodCalls: [["Core/echo", args, "c"]],
});
const change = (type: string, accountId = bench.bob.accountId) =>
  bench.engine.write([accountId], async (w) => w.changed(accountId, type, w.newId("x"), "created"));

test("the session says where it is", async () => {
  const session: JmapSession = (await (await signedIn()).get("/jmap/session")).json();
  expect(session.capabilities["urn:ietf:params:jmap:websocket"]).toEqual({
    url: `${origin.replace("http", "ws")}/jmap/ws`,
    supportsPush: true,
  });
  const server = bench.serverWith({ publicUrl: "https://mail.example.org" });
  const browser = createBrowser(server, "https://mail.example.org");
  await browser.signIn("bob@demo.test");
  const secure: JmapSession = (await browser.get("/jmap/session")).json();
  expect(secure.capabilities["urn:ietf:params:jmap:websocket"]).toMatchObject({
    url: "wss://mail.example.org/jmap/ws",
  });
  expect(secure.state).toBe(session.state);
});

describe("is opened", () => {
  test("by who is signed in, from pages of this server and from programs", async () => {
    const cookie = (await signedIn()).cookie()!;
    for (const headers of [{ cookie, origin }, basic, { ...basic, origin }]) {
      const { socket, status } = await attempt(headers as Record<string, string>);
      expect(status).toBe(101);
      expect(socket.protocol).toBe("jmap");
      socket.terminate();
    }
  });

  test("by nobody else: not by pages of others, which would send the cookie along", async () => {
    const cookie = (await signedIn()).cookie()!;
    const refused: [Record<string, string>, number][] = [
      [{}, 401],
      [{ origin }, 401],
      [{ cookie }, 403],
      [{ cookie, origin: "https://evil.example" }, 403],
      [{ cookie, origin: "null" }, 403],
      [{ ...basic, origin: "https://evil.example" }, 403],
      [{ cookie, "sec-fetch-site": "cross-site" }, 403],
      [{ authorization: "Basic Ym9iOndyb25n" }, 401],
    ];
    for (const [headers, status] of refused)
      expect((await attempt(headers)).status, JSON.stringify(headers)).toBe(status);
  });

  test("by programs that say who they are: one that does not is asked", async () => {
    expect((await attempt({})).challenge).toContain('Basic realm="Atrium"');
    const pages: Record<string, string>[] = [
      { origin, "sec-fetch-mode": "websocket" },
      { cookie: "atrium_session=nobody" },
    ];
    for (const headers of pages) expect((await attempt(headers)).challenge).toBeUndefined();
  });

  test("with the subprotocol jmap only", async () => {
    const cookie = (await signedIn()).cookie()!;
    for (const protocols of [[], ["graphql"]])
      expect((await attempt({ cookie, origin }, protocols)).status).toBe(400);
    expect((await attempt({ cookie, origin }, ["other", "jmap"])).status).toBe(101);
  });

  test("as a WebSocket, and its address is nothing for other requests", async () => {
    const browser = await signedIn();
    expect((await browser.get("/jmap/ws")).statusCode).toBe(426);
    const { app } = bench.server;
    const url = "/jmap/session";
    // Another path that is asked for as a WebSocket is answered as if it were not.
    const socket = new WebSocket(`${origin.replace("http", "ws")}${url}`, ["jmap"], {
      headers: { cookie: browser.cookie()! },
    });
    socket.on("error", () => undefined);
    const [, response] = (await once(socket, "unexpected-response")) as [
      unknown,
      { statusCode: number },
    ];
    expect(response.statusCode).toBe(200);
    expect((await app.inject({ url, headers: { upgrade: "websocket" } })).statusCode).toBe(401);
  });
});

describe("a request", () => {
  test("is answered with its id, several at the same time", async () => {
    const { send, next } = await withCookie();
    const ids = Array.from({ length: 12 }, (_, n) => `r${n}`);
    for (const id of ids) send(echo(id, { id }));
    const answers = [];
    for (const _ of ids) answers.push(await next());
    expect(new Set(answers.map((answer) => answer["requestId"]))).toEqual(new Set(ids));
    expect(answers.find((answer) => answer["requestId"] === "r7")).toEqual({
      "@type": "Response",
      requestId: "r7",
      methodResponses: [["Core/echo", { id: "r7" }, "c"]],
      sessionState: expect.any(String),
    });
    const { id: _, ...nameless } = echo("x");
    send({ ...nameless, createdIds: { a: "b" } });
    const answer = await next();
    expect(answer).not.toHaveProperty("requestId");
    expect(answer).toHaveProperty("createdIds", { a: "b" });
  });

  test("that is none is answered with an error, and the connection goes on", async () => {
    const { send, next } = await withCookie();
    const error = (type: string, requestId: string | null) => ({
      "@type": "RequestError",
      requestId,
      type: `urn:ietf:params:jmap:error:${type}`,
      status: 400,
      detail: expect.any(String),
    });
    for (const [message, expected] of [
      ["{", error("notJSON", null)],
      ["[]", error("notRequest", null)],
      ["null", error("notRequest", null)],
      [{ "@type": "Other", id: "1" }, error("notRequest", "1")],
      [{ using, methodCalls: [] }, error("notRequest", null)],
      [{ ...echo("1"), id: 7 }, error("notRequest", null)],
      [{ "@type": "Request", id: "2", using }, error("notRequest", "2")],
      [{ ...echo("3"), using: ["urn:nobody:knows"] }, error("unknownCapability", "3")],
      [
        { ...echo("4"), methodCalls: Array.from({ length: 65 }, () => ["Core/echo", {}, "c"]) },
        { ...error("limit", "4"), limit: "maxCallsInRequest" },
      ],
      [{ "@type": "WebSocketPushEnable", dataTypes: "Email" }, error("notRequest", null)],
      [
        { "@type": "WebSocketPushEnable", dataTypes: Array.from({ length: 101 }, () => "Email") },
        error("notRequest", null),
      ],
      ["[".repeat(100_000) + "]".repeat(100_000), error("notJSON", null)],
      [
        `[${"0,".repeat(400_000)}0]`,
        { ...error("limit", null), limit: "maxSizeRequest", detail: expect.any(String) },
      ],
    ]) {
      send(message);
      expect(await next()).toEqual(expected);
    }
    send(echo("5"));
    expect(await next()).toMatchObject({ "@type": "Response" });
  });

  test("waits while the client leaves answers unread, also those to nonsense", async () => {
    const { socket, send, received } = await withCookie();
    socket.pause();
    const id = "x".repeat(100_000);
    for (let n = 0; n < 600; n += 1) send({ "@type": "Nonsense", id });
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(socket.bufferedAmount).toBeGreaterThan(0);
    socket.resume();
    await expect.poll(() => received.length).toBe(600);
  });

  test("is text, of a size that can be", async () => {
    const binary = await withCookie();
    binary.socket.send(Buffer.from(JSON.stringify(echo("1"))));
    expect((await binary.closed)[0]).toBe(1003);
    const malformed = await withCookie();
    malformed.socket.send(Buffer.from([0x22, 0xff, 0x22]), { binary: false });
    expect((await malformed.closed)[0]).toBe(1007);
  });
});

describe("a message that is too large", () => {
  const tooLarge = {
    "@type": "RequestError",
    requestId: null,
    type: "urn:ietf:params:jmap:error:limit",
    limit: "maxSizeRequest",
    status: 400,
    detail: expect.any(String),
  };
  const max = () => bench.engine.limits.maxSizeRequest;

  test("is answered before the connection ends, and so is what was asked before it", async () => {
    const { send, received, closed } = await withCookie();
    send(echo("1"));
    send("x".repeat(max() + 1));
    send(echo("2"));
    expect((await closed)[0]).toBe(1009);
    expect(received).toHaveLength(2);
    expect(received).toContainEqual(tooLarge);
    expect(received).toContainEqual(expect.objectContaining({ requestId: "1" }));
  });

  test("is so in pieces too, and one of just the size that can be is read", async () => {
    const { socket, next, closed } = await withCookie();
    socket.send(" ".repeat(max()));
    expect(await next()).toMatchObject({ type: "urn:ietf:params:jmap:error:notJSON" });
    const piece = " ".repeat(max() / 5);
    for (let n = 0; n < 6; n += 1) socket.send(piece, { fin: false });
    expect(await next()).toEqual(tooLarge);
    expect((await closed)[0]).toBe(1009);
  });
});

describe("a push", () => {
  test("comes for the types asked for, after it was asked for and until it is no more wanted", async () => {
    const { send, next, received } = await withCookie();
    const { accountId } = bench.bob;
    await change("Email");
    send({ "@type": "WebSocketPushEnable", dataTypes: ["Email"] });
    send(echo("1"));
    await next();
    await change("Mailbox");
    await change("Email", bench.alice.accountId);
    await change("Email");
    const push = await next();
    const { Email } = await bench.engine.states(accountId);
    expect(push).toEqual({
      "@type": "StateChange",
      changed: { [accountId]: { Email } },
      pushState: expect.any(String),
    });
    send({ "@type": "WebSocketPushDisable" });
    send(echo("2"));
    await next();
    await change("Email");
    send(echo("3"));
    expect(await next()).toMatchObject({ requestId: "3" });
    expect(received).toHaveLength(4);
  });

  test("says what its person was told where clients look for it, and not to others", async () => {
    const { send, next } = await withCookie();
    const { accountId } = bench.bob;
    send({ "@type": "WebSocketPushEnable", dataTypes: ["ShareNotification"] });
    send(echo("1"));
    await next();
    await change("ShareNotification", bench.alice.accountId);
    await change("ShareNotification");
    const { ShareNotification } = await bench.engine.states(accountId);
    expect(await next()).toMatchObject({ changed: { organisation: { ShareNotification } } });
  });

  test("pushes to a client that comes back what it has missed", async () => {
    const first = await withCookie();
    first.send({ "@type": "WebSocketPushEnable", dataTypes: null });
    first.send(echo("1"));
    await first.next();
    await change("Mailbox");
    const { pushState } = await first.next();
    first.socket.close();
    await change("Thread");
    const again = await withCookie();
    again.send({ "@type": "WebSocketPushEnable", dataTypes: null, pushState });
    const { accountId } = bench.bob;
    const { Thread } = await bench.engine.states(accountId);
    const { changed } = await again.next();
    expect(changed).toMatchObject({ [accountId]: { Thread } });
  });
});

describe("ends", () => {
  test("when the person signs out, and what is asked after that is not answered", async () => {
    const browser = await signedIn();
    const { closed, send, received } = await withCookie(browser);
    await browser.post("/api/sign-out");
    send(echo("1"));
    expect([1001, 1008]).toContain((await closed)[0]);
    expect(received).toEqual([]);
  });

  test("when a policy ends its session, and no other one's", async () => {
    const { accounts, platform } = bench;
    const old = await withCookie();
    platform.clock.advance(accounts.limits.sessionShortest);
    const { socket, send, received } = await withCookie();
    await accounts.policies.change("system", {
      sessionMax: accounts.limits.sessionShortest / 1000,
    });
    expect((await old.closed)[0]).toBe(1001);
    send(echo("still"));
    await expect.poll(() => received.length).toBe(1);
    await accounts.policies.change("system", { sessionMax: null });
    socket.close();
  });

  test("when the person is disabled, also for programs", async () => {
    const sockets = [await withCookie(), await open(basic)];
    await bench.accounts.persons.disable("system", bench.bob.id);
    for (const { closed } of sockets) expect((await closed)[0]).toBe(1001);
    await bench.accounts.persons.enable("system", bench.bob.id);
  });

  test("when the server stops", async () => {
    const server = bench.serverWith({});
    const url = `${(await bench.listen(server)).replace("http", "ws")}/jmap/ws`;
    const socket = new WebSocket(url, ["jmap"], { headers: basic });
    await once(socket, "open");
    const closed = once(socket, "close");
    await server.app.close();
    expect((await closed)[0]).toBe(1001);
  });
});

test("one person can't open endlessly many", async () => {
  const cookie = (await signedIn("alice@demo.test")).cookie()!;
  const all = await Promise.all(Array.from({ length: 65 }, () => attempt({ cookie, origin })));
  expect(all.filter(({ status }) => status === 429)).toHaveLength(1);
  for (const { socket } of all) socket.terminate();
});
