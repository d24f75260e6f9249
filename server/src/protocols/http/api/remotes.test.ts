import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { OutboundError, type OutboundHttp } from "../../../platform/outbound-http/index.ts";
import { codeOf, httpBench } from "../testing/bench.ts";

let bench: Awaited<ReturnType<typeof httpBench>>;
beforeAll(async () => {
  bench = await httpBench();
});

const PATH = "/api/admin/remotes/drive";
const manifest = (buildVersion: unknown): string =>
  JSON.stringify({ metaData: { buildInfo: { buildVersion } }, exposes: [], shared: [] });

test("administrators read which version this server's own build is", async () => {
  const alice = await bench.signedIn("alice@demo.test");
  const url = "/remotes/drive/mf-manifest.json";
  expect((await alice.get(PATH)).json()).toEqual({ url, version: null, fault: "away" });
  const folder = join(bench.dist, "drive");
  await mkdir(folder, { recursive: true });
  for (const [text, version] of [
    [manifest("1.4.0"), "1.4.0"],
    [manifest("<b>"), null],
    [manifest(7), null],
    ["null", null],
    ["<html>", null],
  ]) {
    await writeFile(join(folder, "mf-manifest.json"), text!);
    const fault = version === null ? "noVersion" : null;
    expect((await alice.get(PATH)).json()).toEqual({ url, version, fault });
  }
  await rm(folder, { recursive: true });
});

test("from elsewhere it is read through the guarded client, and the answer says why there is none", async () => {
  const asked: string[] = [];
  let answer: () => Promise<{ status: number; body: string }>;
  const outboundHttp: OutboundHttp = {
    async send(url) {
      asked.push(url);
      const { status, body } = await answer();
      return { status, headers: {}, body: Buffer.from(body) };
    },
  };
  const config = { driveUrl: "https://drive.example/remote" };
  const server = bench.serverWith(config, undefined, {}, outboundHttp);
  const cookie = (await bench.signedIn("alice@demo.test")).cookie()!;
  const ask = async () => (await server.app.inject({ url: PATH, headers: { cookie } })).json();
  const url = "https://drive.example/remote/mf-manifest.json";
  answer = async () => ({ status: 200, body: manifest("2.0.0") });
  expect(await ask()).toEqual({ url, version: "2.0.0", fault: null });
  answer = async () => ({ status: 404, body: manifest("2.0.0") });
  expect(await ask()).toEqual({ url, version: null, fault: "away" });
  for (const [reason, fault] of [
    ["forbidden", "forbidden"],
    ["timeout", "away"],
    ["tooLarge", "away"],
  ] as const) {
    answer = () => Promise.reject(new OutboundError(reason, "drive.example"));
    expect(await ask()).toEqual({ url, version: null, fault });
  }
  expect(new Set(asked)).toEqual(new Set([url]));
});

test("it is for administrators alone, and of what there is", async () => {
  expect(codeOf(await bench.browser().get(PATH))).toBe("notSignedIn");
  expect(codeOf(await (await bench.signedIn("bob@demo.test")).get(PATH))).toBe("forbidden");
  const alice = await bench.signedIn("alice@demo.test");
  expect(codeOf(await alice.get("/api/admin/remotes/other"))).toBe("notFound");
});
