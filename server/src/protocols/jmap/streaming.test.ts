import { request, type ClientRequest, type IncomingMessage } from "node:http";
import { once } from "node:events";
import { beforeAll, expect, test } from "vitest";
import { GOOD_PASSWORD, httpBench } from "../http/testing/bench.ts";

const LIMIT = 100_000;

let bench: Awaited<ReturnType<typeof httpBench>>;
let origin: string;
beforeAll(async () => {
  bench = await httpBench({ limits: { maxSizeUpload: LIMIT, maxSizeRequest: LIMIT } });
  origin = await bench.listen();
});

function post(path: string, headers: Record<string, string | number> = {}): ClientRequest {
  const authorization = `Basic ${Buffer.from(`bob@demo.test:${GOOD_PASSWORD}`).toString("base64")}`;
  const outgoing = request(`${origin}${path}`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json", ...headers },
  });
  // The server closes on what it doesn't want; what was still under way is lost.
  outgoing.on("error", () => undefined);
  return outgoing;
}

async function answer(outgoing: ClientRequest) {
  const [response] = (await once(outgoing, "response")) as [IncomingMessage];
  let text = "";
  for await (const piece of response.setEncoding("utf8") as AsyncIterable<string>) text += piece;
  return {
    status: response.statusCode,
    headers: response.headers,
    body: JSON.parse(text) as object,
  };
}

const upload = () => `/jmap/upload/${bench.bob.accountId}`;
const limited = (limit: string) => ({ type: "urn:ietf:params:jmap:error:limit", limit });

test("a body that says it is too large is turned away before it comes", async () => {
  for (const [path, limit] of [
    [upload(), "maxSizeUpload"],
    ["/jmap/api", "maxSizeRequest"],
  ] as const) {
    const outgoing = post(path, { "content-length": LIMIT + 1 });
    outgoing.flushHeaders();
    const { status, headers, body } = await answer(outgoing);
    expect([status, headers.connection]).toEqual([400, "close"]);
    expect(body).toMatchObject(limited(limit));
    outgoing.destroy();
  }
});

test("a body that doesn't say its size is cut where the limit is", async () => {
  const api = post("/jmap/api");
  api.write(Buffer.alloc(LIMIT + 1, " "));
  expect((await answer(api)).body).toMatchObject(limited("maxSizeRequest"));
  api.destroy();
  const file = post(upload());
  file.write(Buffer.alloc(LIMIT + 1));
  expect((await answer(file)).body).toMatchObject(limited("maxSizeUpload"));
  file.destroy();
});

test("an upload that breaks off leaves nothing, and the server is well", async () => {
  const count = async () => (await bench.platform.pool.query("select 1 from blob")).rowCount;
  const before = await count();
  const broken = post(upload(), { "content-length": 1000 });
  broken.write(Buffer.alloc(500));
  await new Promise((resolve) => setTimeout(resolve, 50));
  broken.destroy();
  const whole = post(upload(), { "content-length": 1000 });
  whole.end(Buffer.alloc(1000, 1));
  expect(await answer(whole)).toMatchObject({ status: 201, body: { size: 1000 } });
  expect(await count()).toBe(before! + 1);
});

test("pieces of an upload are put together as they come", async () => {
  const outgoing = post(upload(), { "content-type": "text/plain" });
  for (const piece of ["one ", "two ", "three"]) outgoing.write(piece);
  outgoing.end();
  const { body } = await answer(outgoing);
  const { blobId } = body as { blobId: string };
  const { accountId } = bench.bob;
  const actor = await bench.accounts.authenticate(
    { address: "bob@demo.test", password: GOOD_PASSWORD },
    { ip: "127.0.0.1" },
  );
  const blob = await bench.engine.blobs.open(actor, accountId, blobId);
  expect(Buffer.concat(await blob!.stream().toArray()).toString()).toBe("one two three");
});
