import { Readable } from "node:stream";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { silentLog } from "../../../platform/log/index.ts";
import { fakeRandom } from "./random.fixture.ts";
import { askClamd, clamdVersion } from "./clamd.ts";
import { askRspamd } from "./rspamd.ts";
import { createScanners } from "./scan.ts";
import type { Scanned } from "./scanned.ts";

const MAIL: Scanned = {
  message: {
    header: Buffer.from("Subject: x\r\n\r\n"),
    size: 400_014,
    body: () => Readable.from([Buffer.alloc(200_000, "x"), Buffer.alloc(200_000, "y")]),
  },
  envelope: { transactionId: "t1", mailFrom: "a@b.example\r\nX: y" },
  recipients: ["c@d.example", "é\n@x"],
  helo: "mx\r\nEvil: yes",
  remoteAddress: "203.0.113.9",
};

let server: Server | null = null;
const sockets = new Set<Socket>();
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await new Promise((resolve) => (server === null ? resolve(null) : server.close(resolve)));
  server = null;
});

/** A scanner that does this with each connection. Answers its port. */
async function scanner(does: (socket: Socket) => void): Promise<number> {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    does(socket);
  });
  await new Promise<void>((resolve) => void server!.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

const never = (): AbortSignal => new AbortController().signal;
const ask = (port: number, signal = never()) =>
  askClamd({ host: "127.0.0.1", port }, MAIL.message, signal);
const askHttp = (port: number, signal = never()) =>
  askRspamd(`http://127.0.0.1:${port}`, MAIL, signal);
const http = (body: string, status = "200 OK"): string =>
  `HTTP/1.1 ${status}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
/** Reads all that is sent and then says something. */
const afterReading = (text: string) => (socket: Socket) => {
  let octets = 0;
  socket.on("data", (piece) => {
    octets += piece.length;
    if (octets >= MAIL.message.size) socket.end(text);
  });
};

describe("clamd", () => {
  test("its verdicts are read, also from one that answers before it has heard everything", async () => {
    let port = await scanner(afterReading("stream: Some.Virus-1 FOUND\0"));
    expect(await ask(port)).toEqual({ threat: "Some.Virus-1", isTooLarge: false });
    await new Promise((resolve) => server!.close(resolve));
    port = await scanner((socket) => socket.end("INSTREAM size limit exceeded. ERROR\0"));
    expect(await ask(port)).toEqual({ threat: null, isTooLarge: true });
  });

  test.for([
    "",
    "stream: OK",
    "stream: OK FOUND more\0",
    "stream:  FOUND\0",
    `stream: ${"x".repeat(300)} FOUND\0`,
    "stream: a\nb FOUND\0",
    "\xff\xfe\0",
  ])("what is no verdict is none: %j", async (text) => {
    const port = await scanner(afterReading(text));
    if (text === "stream: OK") expect(await ask(port)).toEqual({ threat: null, isTooLarge: false });
    else await expect(ask(port)).rejects.toThrow();
  });

  test("one that talks without end is cut off", async () => {
    const port = await scanner((socket) => {
      const talk = (): void => {
        while (socket.writable && socket.write("x".repeat(1000)));
        socket.once("drain", talk);
      };
      talk();
    });
    await expect(ask(port)).rejects.toThrow();
    await expect(clamdVersion({ host: "127.0.0.1", port })).rejects.toThrow("too long");
  });

  test("one that says nothing, or does not listen, ends with the signal", async () => {
    const port = await scanner((socket) => socket.pause());
    const stop = new AbortController();
    const asked = ask(port, stop.signal);
    stop.abort(new Error("stopped"));
    await expect(asked).rejects.toThrow("stopped");
  });
});

describe("rspamd", () => {
  test("its answer is read, and nothing that a stranger wrote adds a field to the question", async () => {
    let heard = "";
    const answer = {
      action: "add header",
      score: 7.5,
      required_score: 15,
      symbols: {
        SMALL: { score: 0.5 },
        BIG: { score: 5 },
        GOOD: { score: -1 },
        "no symbol\n": { score: 9 },
      },
    };
    const port = await scanner((socket) => {
      afterReading(http(JSON.stringify(answer)))(socket);
      socket.on("data", (piece) => (heard += piece.toString("latin1")));
    });
    expect(await askHttp(port)).toEqual({
      isJunk: true,
      score: 7.5,
      required: 15,
      symbols: ["BIG", "SMALL"],
    });
    const header = heard.slice(0, heard.indexOf("\r\n\r\n")).split("\r\n");
    expect(header).toContain("From: a@b.example__X: y");
    expect(header).toContain("Helo: mx__Evil: yes");
    expect(header.filter((line) => line.startsWith("Rcpt:"))).toEqual([
      "Rcpt: c@d.example",
      "Rcpt: __@x",
    ]);
  });

  test.for([
    "not http at all\r\n\r\n",
    http("", "500 Oops"),
    http("{"),
    http("[]"),
    http("null"),
    http('{"action":"no action"}'),
    http('{"action":1,"score":1,"required_score":1}'),
    http('{"action":"reject","score":"1","required_score":1}'),
    http('{"action":"reject","score":1,"required_score":1,"symbols":[1]}'),
    http("[".repeat(400_000)),
    http("x".repeat(1_100_000)),
    `HTTP/1.1 200 OK\r\nX: ${"x".repeat(100_000)}\r\n\r\n`,
    "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n{",
  ])("what is no answer is none: %#", async (text) => {
    const port = await scanner(afterReading(text));
    await expect(askHttp(port)).rejects.toThrow();
  });

  test("an answer of any bytes is none, or a verdict of the right form", async () => {
    const random = fakeRandom(20_260_911);
    const good = '{"action":"reject","score":20,"required_score":15,"symbols":{"A":{"score":3}}}';
    for (let run = 0; run < 60; run += 1) {
      const bytes = Buffer.from(run % 2 === 0 ? http(good) : good);
      for (let change = 0; change < 3; change += 1) bytes[random(bytes.length)] = random(256);
      const port = await scanner(afterReading(bytes.toString("latin1")));
      const said = await askHttp(port).catch(() => null);
      if (said !== null) {
        expect(typeof said.isJunk).toBe("boolean");
        expect(Number.isFinite(said.score) && Number.isFinite(said.required)).toBe(true);
        for (const symbol of said.symbols) expect(symbol).toMatch(/^[A-Z0-9_]{1,64}$/);
      }
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server!.close(resolve));
    }
    server = null;
  });
});

test("both are asked at once, and closing ends both", async () => {
  const port = await scanner((socket) => socket.pause());
  const seen: string[] = [];
  const scanners = createScanners({
    rspamd: `http://127.0.0.1:${port}`,
    clamd: { host: "127.0.0.1", port },
    unscanned: "defer",
    log: silentLog,
    observed: (name, outcome) => seen.push(`${name} ${outcome}`),
  });
  const scanning = scanners.scan(MAIL);
  await expect.poll(() => sockets.size).toBe(2);
  await scanning.close();
  expect(seen).toEqual([]);
});
