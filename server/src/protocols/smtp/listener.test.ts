import { once } from "node:events";
import { connect as connectTcp, type AddressInfo, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { generate } from "selfsigned";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { SMTP_LIMITS } from "./limits.ts";
import { Listener } from "./listener.ts";

const HEADER = "PROXY TCP4 203.0.113.9 192.0.2.1 5000 465\r\n";
const listeners: Listener[] = [];
let trusting: number;
let wary: number;
/** Whom the server took for its clients. */
let clients: string[] = [];

beforeAll(async () => {
  const { cert, private: key } = await generate([{ name: "commonName", value: "mail.demo.test" }]);
  const open = async (proxyFrom: string[]): Promise<number> => {
    const listener = new Listener(
      {
        secure: true,
        cert,
        key,
        logger: false,
        disableReverseLookup: true,
        onConnect({ remoteAddress }, callback) {
          clients.push(remoteAddress);
          callback();
        },
      },
      { proxyFrom, limits: SMTP_LIMITS, log: () => undefined },
    );
    listener.on("error", () => undefined);
    listeners.push(listener);
    listener.listen(0, "127.0.0.1");
    await once(listener.server, "listening");
    return (listener.server.address() as AddressInfo).port;
  };
  trusting = await open(["127.0.0.0/8"]);
  wary = await open([]);
});
beforeEach(() => {
  clients = [];
});
afterAll(() => {
  for (const listener of listeners) listener.close(() => undefined);
});

/** What the server says first over TLS that begins after what was said before it; null when it hangs up. */
async function greeting(port: number, before: string): Promise<string | null> {
  const socket = connectTcp(port, "127.0.0.1");
  await once(socket, "connect");
  // One packet, as a proxy that has waited for its client may send them.
  socket.cork();
  if (before !== "") socket.write(before);
  const secure = connectTls({ socket, rejectUnauthorized: false });
  setImmediate(() => socket.uncork());
  return await firstWord(secure);
}

async function firstWord(socket: Socket): Promise<string | null> {
  const word = await new Promise<string | null>((resolve) => {
    socket.once("data", (bytes: Buffer) => resolve(bytes.toString()));
    socket.on("error", () => resolve(null)).on("close", () => resolve(null));
  });
  socket.destroy();
  return word;
}

test("with TLS from the first byte a proxy names its client before that", async () => {
  expect(await greeting(trusting, HEADER)).toMatch(/^220 /);
  expect(clients).toEqual(["203.0.113.9"]);
});

test("a proxy that names nobody is a client like others", async () => {
  expect(await greeting(trusting, "")).toMatch(/^220 /);
  expect(clients).toEqual(["127.0.0.1"]);
});

test("a header that is none, or of one who may not say it, ends the connection", async () => {
  expect(await greeting(trusting, "PROXY TCP4 nobody 192.0.2.1 5000 465\r\n")).toBeNull();
  expect(await greeting(wary, HEADER)).toBeNull();
  expect(clients).toEqual([]);
});

test("a header inside of TLS is the client's own word, and counts for nothing", async () => {
  const secure = connectTls({ port: trusting, host: "127.0.0.1", rejectUnauthorized: false });
  await once(secure, "data");
  secure.write(HEADER);
  expect(await firstWord(secure)).toMatch(/^421 4\.7\.0 /);
  expect(clients).toEqual(["127.0.0.1"]);
});
