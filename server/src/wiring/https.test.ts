import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { connect as connectTcp } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { connect } from "node:tls";
import { WebSocket } from "ws";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../platform/config/index.ts";
import { createRedirectServer } from "../protocols/http/index.ts";
import { silentLog } from "../platform/log/index.ts";
import { selfSigned } from "../platform/tls/index.ts";
import { cloneDatabase } from "../testing/index.ts";
import { smtpOver } from "../testing/smtp-client.ts";
import { startServer, type Server } from "./server.ts";

let server: Server;
let data: string;
let port: number;
let first: { cert: string; key: string };
const HOST = "mail.demo.test";
beforeAll(async () => {
  const { connection, drop } = await cloneDatabase();
  data = await mkdtemp(join(tmpdir(), "atrium-https-"));
  first = await selfSigned(HOST);
  await install(first);
  const { host, port: postgres, user, database } = connection;
  server = await startServer({
    config: {
      ...readConfig({}, data).config,
      data,
      port: 0,
      httpsPort: 0,
      smtpPort: 0,
      submissionPort: 0,
      submissionsPort: 0,
      mailHost: HOST,
      tlsCert: join(data, "cert.pem"),
      tlsKey: join(data, "key.pem"),
      databaseUrl: `postgres://${user}@${encodeURIComponent(host!)}:${postgres}/${database}`,
    },
    log: silentLog,
    say: () => undefined,
    durable: false,
  });
  port = Number(new URL(server.url).port);
  afterAll(async () => {
    await server.close();
    await drop();
    await rm(data, { recursive: true });
  });
});

async function install({ cert, key }: { cert: string; key: string }): Promise<void> {
  await writeFile(join(data, "cert.pem"), cert);
  await writeFile(join(data, "key.pem"), key);
}

/** What a port shows to whoever connects with TLS now. */
async function shownOn(number: number): Promise<string> {
  const socket = connect({ port: number, host: "127.0.0.1", rejectUnauthorized: false });
  await once(socket, "secureConnect");
  const { raw } = socket.getPeerCertificate();
  socket.destroy();
  return `-----BEGIN CERTIFICATE-----\n${raw.toString("base64").replace(/.{64}(?=.)/g, "$&\n")}\n-----END CERTIFICATE-----\n`;
}

async function get(
  path: string,
  ca: string,
): Promise<{ status: number; headers: object; body: string }> {
  const asked = request({ host: "127.0.0.1", port, path, ca, servername: HOST });
  asked.end();
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  return { status: response.statusCode!, headers: response.headers, body: await text(response) };
}

test("the browser side is served over HTTPS, with the cookie's and the addresses' marks of it", async () => {
  expect(server.url).toBe(`https://127.0.0.1:${port}`);
  expect(await get("/healthz", first.cert)).toMatchObject({ status: 200, body: "ok\n" });
  const socket = connect({
    port,
    host: "127.0.0.1",
    ca: first.cert,
    servername: HOST,
    maxVersion: "TLSv1.1",
    minVersion: "TLSv1.1",
  });
  await expect(once(socket, "secureConnect")).rejects.toThrow();
  for (const [ciphers, isTaken] of [
    ["ECDHE-RSA-AES128-GCM-SHA256", true],
    ["AES128-GCM-SHA256:ECDHE-RSA-AES128-SHA256", false],
  ] as const) {
    const options = { ca: first.cert, servername: HOST, maxVersion: "TLSv1.2", ciphers } as const;
    const offered = connect({ port, host: "127.0.0.1", ...options });
    const outcome = once(offered, "secureConnect").then(
      () => true,
      () => false,
    );
    expect([ciphers, await outcome]).toEqual([ciphers, isTaken]);
    offered.destroy();
  }
  const tls = { ca: first.cert, servername: HOST, origin: server.url };
  const upgrade = new WebSocket(`wss://127.0.0.1:${port}/jmap/ws`, "jmap", tls);
  upgrade.on("error", () => undefined);
  // Nobody is signed in; that this is said shows that the upgrade came through.
  const [, refusal] = (await once(upgrade, "unexpected-response")) as [unknown, IncomingMessage];
  expect(refusal.statusCode).toBe(401);
});

test("a renewed certificate is shown on every port, and one that is broken changes nothing", async () => {
  const ports = [port, server.submissionsPort!];
  for (const port of ports) expect(await shownOn(port)).toBe(first.cert);
  const kept = connect({ port, host: "127.0.0.1", ca: first.cert, servername: HOST });
  await once(kept, "secureConnect");

  await writeFile(join(data, "cert.pem"), "half of a");
  await server.certificate.look();
  for (const port of ports) expect(await shownOn(port)).toBe(first.cert);

  const second = await selfSigned(HOST);
  await install(second);
  await server.certificate.look();
  for (const port of ports) expect(await shownOn(port)).toBe(second.cert);
  for (const port of [server.smtpPort, server.submissionPort]) {
    const socket = connectTcp(port, "127.0.0.1");
    const client = smtpOver(socket);
    await client.reply();
    await client.say("EHLO there.test");
    expect(await client.say("STARTTLS")).toMatch(/^220 /);
    socket.removeAllListeners("data");
    const secure = connect({ socket, ca: second.cert, servername: HOST });
    await once(secure, "secureConnect");
    secure.destroy();
  }
  // Who was there before is not cut off.
  kept.write("GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  expect(await text(kept)).toContain("200 OK");
});

test("who speaks plainly on the port of HTTPS is not answered, and hurts nobody", async () => {
  const socket = connectTcp(port, "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\n\r\n");
  await once(socket, "close");
  expect((await get("/healthz", server.certificate.current.cert)).status).toBe(200);
});

test("plain HTTP leads to HTTPS and nowhere else, and answers challenges from its folder alone", async () => {
  await mkdir(join(data, "acme/.well-known/acme-challenge"), { recursive: true });
  await writeFile(join(data, "acme/.well-known/acme-challenge/to-ken_1"), "to-ken_1.proof");
  await writeFile(join(data, "acme/secret"), "not to be had");
  const options = { acmeFolder: join(data, "acme"), log: silentLog };
  const named = createRedirectServer({
    ...options,
    publicUrl: "https://atrium.example.org",
    httpsPort: 8443,
  });
  const unnamed = createRedirectServer({ ...options, publicUrl: null, httpsPort: 443 });
  const [to, too] = [await named.listen(0, "127.0.0.1"), await unnamed.listen(0, "127.0.0.1")];
  const ask = async (number: number, start: string, host = "there.test:80"): Promise<string> => {
    const socket = connectTcp(number, "127.0.0.1");
    socket.write(`${start} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    return await text(socket);
  };
  expect(await ask(to, "GET /mail/x?y=1")).toMatch(
    /^HTTP\/1.1 308 [\s\S]*location: https:\/\/atrium\.example\.org\/mail\/x\?y=1\r\n/,
  );
  expect(await ask(too, "GET //evil.test/")).toContain(
    "location: https://there.test/evil.test/\r\n",
  );
  expect(await ask(too, "GET http://evil.test/x")).toContain("location: https://there.test/x\r\n");
  expect(await ask(too, "GET /", "a b")).toMatch(/^HTTP\/1.1 400/);
  for (const start of ["POST /api/sign-in", "GET /api/session", "GET /jmap/session"])
    expect(await ask(too, start)).toMatch(/^HTTP\/1.1 403/);
  const headers = await ask(to, "GET /");
  for (const header of ["x-content-type-options: nosniff", "frame-ancestors 'none'"])
    expect(headers).toContain(header);
  const challenge = "/.well-known/acme-challenge";
  expect(await ask(to, `GET ${challenge}/to-ken_1`)).toMatch(
    /200 OK[\s\S]*\r\nto-ken_1\.proof\r\n/,
  );
  for (const path of [
    `${challenge}/other`,
    `${challenge}/..%2f..%2fsecret`,
    `${challenge}/../../secret`,
  ])
    expect(await ask(to, `GET ${path}`)).not.toContain("not to be had");
  await named.close();
  await unnamed.close();
});
