import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { readConfig } from "../platform/config/index.ts";
import { silentLog } from "../platform/log/index.ts";
import { freePort } from "../testing/free-port.ts";
import { createWaiting } from "./waiting.ts";

const RECOVERING = "PostgreSQL is recovering";

test("what a start waits for is said at the port of the pages, which is free again when it is over", async () => {
  const port = await freePort();
  const waiting = createWaiting({ ...readConfig({}, "/nowhere").config, port }, silentLog);
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    return [answer.status, await answer.text()];
  };
  await expect(ask("/readyz")).rejects.toThrow("fetch failed");
  waiting.say(RECOVERING);
  await expect.poll(() => ask("/readyz")).toEqual([503, `not ready: ${RECOVERING}\n`]);
  expect(await ask("/healthz")).toEqual([200, "ok\n"]);
  expect(await ask("/mail")).toEqual([503, "Atrium is starting.\n"]);
  waiting.say(null);
  expect(await ask("/readyz")).toEqual([503, "not ready\n"]);
  await waiting.started();
  await expect(ask("/readyz")).rejects.toThrow("fetch failed");
  // From here on the server itself says it.
  waiting.say(RECOVERING);
  expect(waiting.what).toBe(RECOVERING);
  await expect(ask("/readyz")).rejects.toThrow("fetch failed");
});

test("it is said over TLS where the pages are", async () => {
  const data = await mkdtemp(join(tmpdir(), "atrium-waiting-"));
  const httpsPort = await freePort();
  const { config } = readConfig({}, "/nowhere");
  const waiting = createWaiting({ ...config, data, httpsPort }, silentLog);
  waiting.say(RECOVERING);
  const ask = async () => {
    const asked = request({ port: httpsPort, path: "/readyz", rejectUnauthorized: false }).end();
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    return await text(answer);
  };
  await expect.poll(ask).toBe(`not ready: ${RECOVERING}\n`);
  await waiting.started();
  await rm(data, { recursive: true });
});

test("a port that is taken keeps no start from going on", async () => {
  const port = await freePort();
  const config = { ...readConfig({}, "/nowhere").config, port };
  const [one, other] = [createWaiting(config, silentLog), createWaiting(config, silentLog)];
  for (const waiting of [one, other]) waiting.say(RECOVERING);
  await other.started();
  await one.started();
});
