import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { CAPABILITY } from "@atrium/contract/types/wire";
import { zipHref } from "@atrium/contract/zip-download";
import fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../engine/index.ts";
import { ZIPS_AT_ONCE } from "../../features/drive/index.ts";
import { actorOf, makeDemo, testSuite, type TestSuite } from "../../testing/organisation.ts";
import { problemOf } from "../http/index.ts";
import { zipRoute } from "./zip.ts";

const OCTETS = 5_000_000;

let suite: TestSuite;
let actor: Actor;
let id: string;
const app = fastify();
/** Until then it is not known who asks. */
let known = Promise.resolve();

beforeAll(async () => {
  suite = await testSuite();
  actor = actorOf((await makeDemo(suite, "alice")).alice);
  const { engine } = suite;
  const { accountId } = actor;
  const { blobId } = await engine.blobs.upload(actor, accountId, Buffer.alloc(OCTETS, "x"), "a/b");
  const create = { a: { name: "large.bin", blobId } };
  const { methodResponses } = await engine.handle(actor, {
    using: [CAPABILITY.core, CAPABILITY.fileNode],
    methodCalls: [["FileNode/set", { accountId, create }, "c"]],
  });
  id = (methodResponses[0]![1]["created"] as Record<string, { id: string }>)["a"]!.id;
  app.setErrorHandler((error, request, reply) => {
    const { status } = problemOf(error, request);
    return reply.code(status).send();
  });
  const callerNow = async () => {
    await known;
    return { actor, session: null };
  };
  zipRoute(app, { identify: { callerNow } }, engine);
  await app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  app.server.closeAllConnections();
  await app.close();
});

async function ask(path: string): Promise<IncomingMessage> {
  const { port } = app.server.address() as AddressInfo;
  const request = get({ host: "127.0.0.1", port, path });
  request.on("error", () => undefined);
  const [response] = (await once(request, "response")) as [IncomingMessage];
  response.on("error", () => undefined);
  return response;
}

const address = (ids: string): string => zipHref(actor.accountId, "보고.zip", [ids]);

test("a ZIP file is saved under its name, with its size for the progress of the download", async () => {
  const response = await ask(address(id));
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    "content-type": "application/zip",
    "content-disposition": `attachment; filename="__.zip"; filename*=UTF-8''${encodeURIComponent("보고.zip")}`,
    "cache-control": "private, no-store",
  });
  const octets = Buffer.concat((await response.toArray()) as Uint8Array[]).length;
  expect(String(octets)).toBe(response.headers["content-length"]);
  expect(octets).toBeGreaterThan(OCTETS);
});

test("what is not there, or no id, answers alike", async () => {
  for (const ids of ["", "nothing", `${id},nothing`, "../../x", `${id}&ids=${id}x`])
    expect((await ask(address(ids))).statusCode).toBe(404);
  expect((await ask(`/jmap/zip/a0/x.zip?ids=${id}`)).statusCode).toBe(404);
});

test("one person receives so many at once, and others again when some of them end", async () => {
  const open = await Promise.all(Array.from({ length: ZIPS_AT_ONCE }, () => ask(address(id))));
  expect(open.map(({ statusCode }) => statusCode)).toEqual(open.map(() => 200));
  expect((await ask(address(id))).statusCode).toBe(429);
  open.pop()!.destroy();
  await expect.poll(async () => (await ask(address(id))).statusCode).toBe(200);
  app.server.closeAllConnections();
});

test("who gives up before it is known who it was does not count", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  known = promise;
  let [begun, closed] = [0, 0];
  app.server.on("request", (_, response) => {
    begun += 1;
    response.once("close", () => (closed += 1));
  });
  const { port } = app.server.address() as AddressInfo;
  const given = Array.from({ length: ZIPS_AT_ONCE }, () =>
    get({ host: "127.0.0.1", port, path: address(id) }).on("error", () => undefined),
  );
  await expect.poll(() => begun).toBe(ZIPS_AT_ONCE);
  for (const request of given) request.destroy();
  await expect.poll(() => closed).toBe(ZIPS_AT_ONCE);
  resolve();
  await expect.poll(async () => (await ask(address(id))).statusCode).toBe(200);
});
