import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { codeOf, httpBench } from "../testing/bench.ts";

let bench: Awaited<ReturnType<typeof httpBench>>;
beforeAll(async () => {
  bench = await httpBench();
});

test("the service worker may fetch from its own origin and the asset base, and is asked for again each time", async () => {
  const url = "/service-worker.js";
  expect(codeOf(await bench.server.app.inject({ url }))).toBe("notFound");
  const host = join(bench.dist, "host");
  await mkdir(host, { recursive: true });
  await writeFile(join(host, "service-worker.js"), "the worker");
  const server = bench.serverWith({ assetBase: "https://cdn.example/atrium/" });
  const answer = await server.app.inject({ url });
  expect(answer.body).toBe("the worker");
  expect(answer.headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "no-cache",
  });
  expect(answer.headers["content-security-policy"]).toMatch(
    /connect-src 'self' https:\/\/cdn\.example\/atrium\//,
  );
});

test("switched off, a script is answered that takes the worker and what it kept away", async () => {
  const server = bench.serverWith({ serviceWorker: "off" });
  const answer = await server.app.inject({ url: "/service-worker.js?assets=/assets/" });
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toContain("registration.unregister()");
  expect(answer.body).toContain("caches.delete");
  expect(answer.body).not.toContain("fetch");
});
