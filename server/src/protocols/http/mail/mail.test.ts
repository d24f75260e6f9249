import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { generate } from "selfsigned";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { EmailAuthentication } from "@atrium/contract/types/email";
import { deliver } from "../../../features/mail/index.ts";
import { cloneDatabase } from "../../../testing/index.ts";
import { startNameServer, type NameServer } from "../../../testing/name-server.ts";
import { startSuite, type SeedKey, type TestSuite } from "../../../testing/suite.ts";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
const SVG = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>");

let names: NameServer;
let suite: TestSuite;
let dropDatabase: () => Promise<void>;
let plain: Server;
let secure: Server;
let httpPort: number;
let httpsPort: number;
let seen: { url: string; method: string; headers: IncomingMessage["headers"]; body: string }[] = [];
/** What the other server does with a path, besides showing the picture. */
let redirects: Record<string, string> = {};

const PLACES = { "shop.example": { A: ["127.0.0.1"] }, "list.example": { A: ["127.0.0.1"] } };

beforeAll(async () => {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = request.url!;
    const body = (await request.toArray()).join("");
    seen.push({ url, method: request.method!, headers: request.headers, body });
    response.setHeader("set-cookie", "spy=1");
    if (redirects[url] !== undefined) response.writeHead(302, { location: redirects[url] }).end();
    else if (url.startsWith("/svg"))
      response.writeHead(200, { "content-type": "image/png" }).end(SVG);
    else if (url.startsWith("/page")) response.end("<script>alert(1)</script>".padEnd(64));
    else if (url.startsWith("/gone")) response.writeHead(404).end(PNG);
    else if (url.startsWith("/large")) response.end(Buffer.concat([PNG, Buffer.alloc(9_000_000)]));
    else response.writeHead(200, { "content-type": "text/html" }).end(PNG);
  };
  const { private: key, cert } = await generate([{ name: "commonName", value: "list.example" }], {
    extensions: [
      { name: "basicConstraints", cA: true },
      { name: "subjectAltName", altNames: [{ type: 2, value: "list.example" }] },
    ],
  });
  setDefaultCACertificates([...getCACertificates("default"), cert]);
  plain = createServer((request, response) => void answer(request, response));
  secure = createHttpsServer({ key, cert }, (request, response) => void answer(request, response));
  for (const server of [plain, secure]) {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  }
  httpPort = (plain.address() as AddressInfo).port;
  httpsPort = (secure.address() as AddressInfo).port;
  names = await startNameServer(PLACES);
  const { connection, drop } = await cloneDatabase();
  dropDatabase = drop;
  suite = await startSuite({
    connection,
    config: {
      dns: { address: names.address, port: names.port },
      // Stands for the public Internet; 127.0.0.2 and the rest stay what they are.
      outboundNetworks: ["127.0.0.1"],
    },
  });
});
afterAll(async () => {
  await suite?.close();
  await dropDatabase?.();
  await names?.close();
  for (const server of [plain, secure]) {
    server?.closeAllConnections();
    server?.close();
  }
});
beforeEach(() => {
  seen = [];
  redirects = {};
  names.set(PLACES);
});

const cookies = new Map<string, string>();

async function cookieOf(who: SeedKey, name: string = who): Promise<string> {
  const known = cookies.get(name);
  if (known !== undefined) return known;
  const { address, password } = suite.people[who];
  const answer = await fetch(`${suite.url}/api/sign-in`, {
    method: "POST",
    headers: { origin: suite.url, "content-type": "application/json" },
    body: JSON.stringify({ address, password }),
  });
  const cookie = answer.headers.getSetCookie()[0]!.split(";")[0]!;
  cookies.set(name, cookie);
  return cookie;
}

let count = 0;
async function mail(
  who: SeedKey,
  {
    html = "",
    fields = [],
    dkim = "pass",
  }: { html?: string; fields?: string[]; dkim?: "pass" | "fail" | "none" },
): Promise<{ accountId: string; emailId: string }> {
  const { accountId } = suite.people[who];
  const { engine, platform } = suite.suite;
  const bytes = Buffer.from(
    [
      "From: news@list.example",
      "Subject: News",
      ...fields,
      "Content-Type: text/html",
      "",
      html,
      "",
    ].join("\r\n"),
  );
  const authentication: EmailAuthentication = {
    spf: { result: "none", domain: null },
    dkim: dkim === "none" ? [] : [{ result: dkim, domain: "list.example", selector: "s" }],
    dmarc: {
      result: dkim,
      domain: "list.example",
      policy: null,
      alignment: { spf: false, dkim: dkim === "pass" },
    },
    arc: { result: "none", sealer: null },
  };
  const [delivered] = await deliver(engine, {
    ...(await platform.blobs.put(bytes)),
    transactionId: `test ${(count += 1)}`,
    receivedAt: new Date(),
    authentication,
    recipients: [{ accountId }],
  });
  return { accountId, emailId: delivered!.emailId };
}

async function post(who: SeedKey, path: string, body: object): Promise<Response> {
  return await fetch(suite.url + path, {
    method: "POST",
    headers: {
      origin: suite.url,
      "content-type": "application/json",
      cookie: await cookieOf(who),
    },
    body: JSON.stringify(body),
  });
}

async function permit(
  who: SeedKey,
  named: { accountId: string; emailId: string },
  urls: string[],
): Promise<Record<string, string>> {
  const answer = await post(who, "/api/mail/pictures", { ...named, urls });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { addresses: Record<string, string> }).addresses;
}

/** Asks for a picture through the proxy, as a mail of Bob's that names it would. */
async function picture(url: string): Promise<Response> {
  const named = await mail("bob", { html: `<img src="${url}">` });
  const { [url]: address } = await permit("bob", named, [url]);
  return await fetch(suite.url + address!, { headers: { cookie: await cookieOf("bob") } });
}

const shop = (path: string): string => `http://shop.example:${httpPort}${path}`;

describe("the addresses of pictures", () => {
  test("are given for what the mail names, however it is written", async () => {
    const html = String.raw`<img src="https://a.example/1.png?x=1&amp;y=2"> <img src=https://a.example/2.png>
      <td background='//a.example/3.png'> <p style="background:url(https\3a //a.example/4.png)">`;
    const urls = ["1.png?x=1&y=2", "2.png", "4.png", "5.png"].map(
      (name) => `https://a.example/${name}`,
    );
    const given = await permit("bob", await mail("bob", { html }), [...urls, "//a.example/3.png"]);
    expect(Object.keys(given).sort()).toEqual(["//a.example/3.png", ...urls.slice(0, 3)].sort());
    for (const address of Object.values(given)) expect(address).toMatch(/^\/image-proxy\/\d+\//);
    expect(seen).toEqual([]);
  });

  test("are not given for another user's mail, nor to nobody", async () => {
    const url = shop("/a.png");
    const named = await mail("bob", { html: `<img src="${url}">` });
    const foreign = await post("carol", "/api/mail/pictures", { ...named, urls: [url] });
    expect(foreign.status).toBe(404);
    const nobody = await fetch(`${suite.url}/api/mail/pictures`, {
      method: "POST",
      headers: { origin: suite.url, "content-type": "application/json" },
      body: JSON.stringify({ ...named, urls: [url] }),
    });
    expect(nobody.status).toBe(401);
  });

  test("hold for the session they were given to, as they are, and until they end", async () => {
    const url = shop("/a.png");
    const named = await mail("bob", { html: `<img src="${url}">` });
    const address = (await permit("bob", named, [url]))[url]!;
    const get = async (path: string, cookie?: string): Promise<number> =>
      (await fetch(suite.url + path, { headers: cookie === undefined ? {} : { cookie } })).status;
    const bob = await cookieOf("bob");
    expect(await get(address)).toBe(401);
    expect(await get(address, await cookieOf("carol"))).toBe(403);
    expect(await get(address, await cookieOf("bob", "bob again"))).toBe(403);
    expect(await get(address.replace("a.png", "b.png"), bob)).toBe(403);
    expect(
      await get(
        address.replace(/\d{6,}/, (until) => String(Number(until) + 1)),
        bob,
      ),
    ).toBe(403);
    expect(await get("/image-proxy/1/x", bob)).toBe(400);
    expect(seen).toEqual([]);
    expect(await get(address, bob)).toBe(200);
  });
});

describe("the image proxy", () => {
  test("fetches a picture without saying whose, and serves it so that it can do nothing", async () => {
    const answer = await picture(shop("/photo?reader=7"));
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(PNG)).toBe(true);
    // By its octets: the other server called it text/html.
    expect(answer.headers.get("content-type")).toBe("image/png");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("content-security-policy")).toContain("sandbox");
    expect(answer.headers.get("content-disposition")).toBe("attachment");
    expect(answer.headers.get("cache-control")).toBe("private, max-age=3600, immutable");
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(seen).toHaveLength(1);
    const { headers, method } = seen[0]!;
    expect(method).toBe("GET");
    for (const name of ["cookie", "referer", "origin", "x-forwarded-for", "accept-language"])
      expect(headers).not.toHaveProperty(name);
    expect(headers["user-agent"]).not.toMatch(/node|Chrome|Firefox/i);
  });

  test("speaks TLS where the mail says https", async () => {
    expect((await picture(`https://list.example:${httpsPort}/a.png`)).status).toBe(200);
    expect((await picture(`https://shop.example:${httpsPort}/a.png`)).status).toBe(503);
  });

  test.each([
    ["SVG, whatever it is called", "/svg", 400],
    ["a page", "/page", 400],
    ["what is not there", "/gone", 404],
    ["more than it takes", "/large", 413],
  ])("does not show %s", async (_, path, status) => {
    expect((await picture(shop(path))).status).toBe(status);
  });

  test.each([
    "127.0.0.2",
    "2130706434",
    "0x7f.2",
    "0",
    "[::1]",
    "[::ffff:7f00:2]",
    "[fe80::1]",
    "[fd00::1]",
    "10.1.2.3",
    "172.16.0.9",
    "192.168.1.1",
    "100.64.0.1",
    "169.254.169.254",
    "inside.example",
    "metadata.example",
    "both.example",
  ])("does not go to %s", async (host) => {
    names.set({
      ...PLACES,
      "inside.example": { A: ["10.0.0.5"] },
      "metadata.example": { A: ["169.254.169.254"] },
      "both.example": { A: ["192.168.0.1"], AAAA: ["::1", "fe80::1"] },
    });
    expect((await picture(`http://${host}:${httpPort}/a.png`)).status).toBe(403);
    expect(seen).toEqual([]);
  });

  test("a name is looked up once for a fetch, and the connection goes to what was found", async () => {
    const before = names.asked.length;
    expect((await picture(shop("/a.png"))).status).toBe(200);
    expect(names.asked.slice(before).sort()).toEqual(["A shop.example", "AAAA shop.example"]);
    // Bound to another address since: what held a moment ago is not believed.
    names.set({ "shop.example": { A: ["10.0.0.5"] } });
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect((await picture(shop("/a.png"))).status).toBe(403);
    expect(seen).toHaveLength(1);
  });

  test("each redirect is looked at like the first address", async () => {
    redirects = {
      "/moved": "/new.png",
      "/inside": `http://127.0.0.2:${httpPort}/a.png`,
      "/metadata": "http://169.254.169.254/latest/meta-data/",
      "/file": "file:///etc/passwd",
      "/data": "data:image/png;base64,AAAA",
      "/round": "/round",
      "/mail": "http://shop.example:25/",
      "/downgrade": shop("/a.png"),
    };
    expect((await picture(shop("/moved"))).status).toBe(200);
    expect(seen.map(({ url }) => url)).toEqual(["/moved", "/new.png"]);
    for (const path of ["/inside", "/metadata", "/mail"])
      expect((await picture(shop(path))).status, path).toBe(403);
    for (const path of ["/file", "/data", "/round"])
      expect((await picture(shop(path))).status, path).toBe(400);
    const downgrade = `https://list.example:${httpsPort}/downgrade`;
    expect((await picture(downgrade)).status).toBe(403);
    expect(seen.filter(({ url }) => url === "/a.png")).toEqual([]);
  });

  test.each(["http://user:secret@shop.example/a.png", "ftp://shop.example/a.png", "a.png", "//"])(
    "%j is no address for it",
    async (url) => expect((await picture(url)).status).toBe(400),
  );
});

describe("leaving a list", () => {
  const ONE_CLICK = "List-Unsubscribe-Post: List-Unsubscribe=One-Click";
  const at = (path: string): string => `https://list.example:${httpsPort}${path}`;
  const leave = async (
    fields: string[],
    more: { dkim?: "pass" | "fail" | "none" } = {},
  ): Promise<number> => {
    const named = await mail("bob", { fields, ...more });
    return (await post("bob", "/api/mail/unsubscribe", named)).status;
  };

  test("is one POST that says nothing of the reader", async () => {
    const field = `List-Unsubscribe: <mailto:leave@list.example>, <${at("/leave?opaque=1")}>`;
    expect(await leave([field, ONE_CLICK])).toBe(204);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({
      method: "POST",
      url: "/leave?opaque=1",
      body: "List-Unsubscribe=One-Click",
    });
    expect(seen[0]!.headers["content-type"]).toBe("application/x-www-form-urlencoded");
    expect(seen[0]!.headers).not.toHaveProperty("cookie");
  });

  test("is the same where the list does not sign", async () => {
    expect(await leave([`List-Unsubscribe: <${at("/leave")}>`, ONE_CLICK], { dkim: "none" })).toBe(
      204,
    );
    expect(seen.map(({ method, url }) => [method, url])).toEqual([["POST", "/leave"]]);
  });

  test.each([
    ["without the field that allows it", () => [`List-Unsubscribe: <${at("/x")}>`], {}, 404],
    ["by mail alone", () => ["List-Unsubscribe: <mailto:x@list.example>", ONE_CLICK], {}, 404],
    ["without encryption", () => [`List-Unsubscribe: <${shop("/x")}>`, ONE_CLICK], {}, 404],
    [
      "of a mail that its domain speaks against",
      () => [`List-Unsubscribe: <${at("/x")}>`, ONE_CLICK],
      { dkim: "fail" },
      404,
    ],
    ["at an address inside", () => ["List-Unsubscribe: <https://10.0.0.1/x>", ONE_CLICK], {}, 503],
  ] as const)("is not done %s", async (_, fields, more, status) => {
    expect(await leave([...fields()], more)).toBe(status);
    expect(seen).toEqual([]);
  });

  test("a redirect is no success", async () => {
    redirects = { "/moved": "/elsewhere" };
    expect(await leave([`List-Unsubscribe: <${at("/moved")}>`, ONE_CLICK])).toBe(503);
    expect(seen).toHaveLength(1);
  });

  test("is nobody else's business", async () => {
    const named = await mail("bob", { fields: [`List-Unsubscribe: <${at("/x")}>`, ONE_CLICK] });
    expect((await post("carol", "/api/mail/unsubscribe", named)).status).toBe(404);
    expect(seen).toEqual([]);
  });
});
