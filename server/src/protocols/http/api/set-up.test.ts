import { beforeEach, expect, test } from "vitest";
import { accountsBench } from "../../../features/accounts/testing/bench.ts";
import { codeOf, createBrowser, domainChecks, NO_NETWORK } from "../testing/bench.ts";
import { createHttpServer, type HttpServer } from "../index.ts";

let server: HttpServer;
let token: string;
beforeEach(async () => {
  const bench = await accountsBench();
  const { accounts, platform } = bench;
  const config = { publicUrl: null, assetBase: null, driveUrl: null, trustedProxies: [] };
  const ready = () => Promise.resolve();
  server = createHttpServer({
    config,
    accounts,
    outboundHttp: NO_NETWORK,
    domainChecks: domainChecks(bench),
    log: platform.log,
    dist: "/nowhere",
    ready,
  });
  token = (await accounts.setUp.token())!;
});

const given = () => ({
  token,
  organisation: "Lanternfield",
  domain: "demo.test",
  name: "Alice Hartley",
  localPart: "alice",
  password: "violet tractor seldom",
});

test("the link is open until it was used, and who used it is signed in", async () => {
  const browser = createBrowser(server);
  const state = async () => (await browser.post("/api/set-up/state", { token })).json();
  expect(await state()).toEqual({ open: true, isEmpty: true });
  const response = await browser.post("/api/set-up", given());
  expect(response.json()).toMatchObject({
    address: "alice@demo.test",
    organisation: "Lanternfield",
  });
  expect((await browser.get("/api/session")).json()).toEqual(response.json());
  expect((await browser.get("/api/admin/domains/demo.test/check")).statusCode).toBe(200);
  expect(await state()).toEqual({ open: false, isEmpty: false });
});

test("of two browsers at once one sets up, the other is refused", async () => {
  const responses = await Promise.all(
    ["alice", "mallory"].map((localPart) =>
      createBrowser(server).post("/api/set-up", { ...given(), localPart }),
    ),
  );
  expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 409]);
  expect(responses.map(codeOf)).toContain("setUpDone");
});

test("without the link, from another site or with nonsense nothing is set up", async () => {
  const browser = createBrowser(server);
  expect((await browser.post("/api/set-up/state", { token: "guess" })).json()).toEqual({
    open: false,
    isEmpty: true,
  });
  expect(codeOf(await browser.post("/api/set-up/state", {}))).toBe("invalid");
  expect(codeOf(await browser.post("/api/set-up", { ...given(), token: "guess" }))).toBe(
    "forbidden",
  );
  const elsewhere = { origin: "https://evil.example" };
  expect(codeOf(await browser.post("/api/set-up", given(), elsewhere))).toBe("wrongOrigin");
  expect(codeOf(await browser.post("/api/set-up", { ...given(), password: "12345" }))).toBe(
    "weakPassword",
  );
  expect(codeOf(await browser.post("/api/set-up", { ...given(), domain: 7 }))).toBe("invalid");
  expect((await browser.post("/api/set-up", given())).statusCode).toBe(200);
});
