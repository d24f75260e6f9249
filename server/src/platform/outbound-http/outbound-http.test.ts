import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createHttpsServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { generate } from "selfsigned";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createOutboundHttp, type OutboundError } from "./index.ts";

const NAMES: Record<string, string[]> = {
  "here.test": ["127.0.0.1"],
  "inside.test": ["10.0.0.1"],
  "mixed.test": ["10.0.0.1", "127.0.0.1"],
  "other.test": ["127.0.0.1"],
};
let asked: string[] = [];
const resolver = {
  resolve4: async (name: string) => {
    asked.push(name);
    if (name === "never.test") await new Promise(() => undefined);
    return NAMES[name] ?? Promise.reject(new Error("ENOTFOUND"));
  },
  resolve6: () => Promise.reject(new Error("ENODATA")),
};
const outbound = createOutboundHttp({ resolver, networks: ["127.0.0.0/8"] });
const guarded = createOutboundHttp({ resolver, networks: null });

let server: Server;
let port: number;
let seen: { method: string; headers: IncomingMessage["headers"]; body: string }[] = [];

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = (await request.toArray()).join("");
  seen.push({ method: request.method!, headers: request.headers, body });
  if (request.url === "/away") response.writeHead(302, { location: "https://inside.test/" }).end();
  else if (request.url === "/large") response.end(Buffer.alloc(100_000));
  else if (request.url === "/hang") response.write("…");
  else response.writeHead(201, { location: "/made" }).end("done");
}

beforeAll(async () => {
  const name = [{ name: "commonName", value: "here.test" }];
  const altNames = ["here.test", "mixed.test"].map((value) => ({ type: 2, value }) as const);
  const { private: key, cert } = await generate(name, {
    extensions: [
      { name: "basicConstraints", cA: true },
      { name: "subjectAltName", altNames: [...altNames, { type: 7, ip: "127.0.0.1" }] },
    ],
  });
  setDefaultCACertificates([...getCACertificates("default"), cert]);
  server = createHttpsServer({ key, cert }, (request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const failure = (url: string, from = outbound, more = {}): Promise<unknown> =>
  from.send(url, more).catch((error: OutboundError) => error.reason);

test("sends and reads, to a name and to an address", async () => {
  seen = [];
  const body = Buffer.from("hello");
  const response = await outbound.send(`https://here.test:${port}/x`, {
    method: "POST",
    headers: { ttl: "60" },
    body,
  });
  expect(response).toMatchObject({ status: 201, headers: { location: "/made" } });
  expect(String(response.body)).toBe("done");
  expect(seen[0]).toMatchObject({
    method: "POST",
    body: "hello",
    headers: { ttl: "60", "content-length": "5", host: `here.test:${port}` },
  });
  expect((await outbound.send(`https://127.0.0.1:${port}/`)).status).toBe(201);
  // Of several addresses only those that may be reached are tried.
  expect((await outbound.send(`https://mixed.test:${port}/`)).status).toBe(201);
});

test("goes nowhere inside, whatever the name is or however the address is written", async () => {
  seen = [];
  for (const host of ["127.0.0.1", "2130706433", "0x7f.1", "[::ffff:7f00:1]", "here.test"])
    expect(await failure(`https://${host}:${port}/`, guarded)).toBe("forbidden");
  expect(await failure("https://inside.test/")).toBe("forbidden");
  expect(seen).toEqual([]);
});

test("a redirect is an answer, and is not followed", async () => {
  asked = [];
  expect((await outbound.send(`https://here.test:${port}/away`)).status).toBe(302);
  expect(asked).toEqual(["here.test"]);
});

test.each(["http://here.test/", "https://a:b@here.test/", "here.test", "", "file:///etc/passwd"])(
  "%j is no address for it",
  async (url) => expect(await failure(url)).toBe("badUrl"),
);

test("what is too large, too slow, unknown or another server's is reported", async () => {
  expect(await failure(`https://here.test:${port}/large`)).toBe("tooLarge");
  expect(await failure(`https://here.test:${port}/hang`, outbound, { timeout: 50 })).toBe(
    "timeout",
  );
  expect(await failure("https://never.test/", outbound, { timeout: 50 })).toBe("timeout");
  expect(await failure("https://nobody.test/")).toBe("notFound");
  expect(await failure(`https://other.test:${port}/`)).toBe("failed");
});

test("speaks TLS or not at all", async () => {
  const plain = createServer((_, response) => response.end("plain"));
  plain.listen(0, "127.0.0.1");
  await once(plain, "listening");
  const { port } = plain.address() as AddressInfo;
  expect(await failure(`https://127.0.0.1:${port}/`)).toBe("failed");
  expect(await failure(`http://127.0.0.1:${port}/`)).toBe("badUrl");
  // Where a request says that it does not matter, with the same care for where it goes.
  const allowPlain = { allowPlain: true };
  const { body } = await outbound.send(`http://here.test:${port}/`, allowPlain);
  expect(String(body)).toBe("plain");
  expect(await failure(`http://here.test:${port}/`, guarded, allowPlain)).toBe("forbidden");
  expect(await failure("http://inside.test/", outbound, allowPlain)).toBe("forbidden");
  plain.close();
});
