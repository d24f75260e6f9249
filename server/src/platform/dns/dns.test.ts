import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startNameServer, type NameServer } from "../../testing/name-server.ts";
import { createResolver, reverseName, type Resolver } from "./index.ts";

const LONG = `v=DKIM1; p=${"A".repeat(3000)}`;

let server: NameServer;
let resolver: Resolver;
beforeAll(async () => {
  server = await startNameServer({
    "example.com": {
      A: ["192.0.2.1"],
      MX: [
        [20, "mx2.example.com"],
        [10, "mx1.example.com"],
      ],
      TXT: ["v=spf1 -all", ["two ", "strings"]],
      NS: ["ns.example.com"],
      ttl: 60,
    },
    "mx1.example.com": { AAAA: ["2001:db8::1"] },
    "www.example.com": { CNAME: "example.com" },
    "key._domainkey.example.com": { TXT: [LONG] },
    "tcp.example.com": { A: ["192.0.2.2"], onlyTcp: true },
    "dead.example.com": { fails: "timeout" },
    "broken.example.com": { fails: "servfail" },
    "nomail.example.com": { MX: [[0, "."]] },
    "odd:% name.example.com": { A: ["192.0.2.3"] },
    "1.2.0.192.in-addr.arpa": { PTR: ["mx1.example.com"] },
    "example.net": { missingFor: 60 },
    "www.example.net": { A: ["192.0.2.4"] },
  });
});
afterAll(() => server.close());
beforeEach(() => {
  resolver = createResolver({ server, timeout: 60_000 });
});

test("records of each type come as they are", async () => {
  expect(await resolver.resolve4("example.com")).toEqual(["192.0.2.1"]);
  expect(await resolver.resolve6("mx1.example.com")).toEqual(["2001:db8::1"]);
  expect(await resolver.resolveMx("example.com")).toEqual([
    { priority: 20, exchange: "mx2.example.com" },
    { priority: 10, exchange: "mx1.example.com" },
  ]);
  expect(await resolver.resolveTxt("example.com")).toEqual([["v=spf1 -all"], ["two ", "strings"]]);
  expect(await resolver.lookup("example.com", "NS")).toEqual(["ns.example.com"]);
  expect(await resolver.lookup("www.example.com", "CNAME")).toEqual(["example.com"]);
  expect(await resolver.resolve4("www.example.com")).toEqual(["192.0.2.1"]);
  expect(await resolver.reverse("192.0.2.1")).toEqual(["mx1.example.com"]);
  expect(await resolver.resolveMx("nomail.example.com")).toEqual([{ priority: 0, exchange: "" }]);
  expect(await resolver.resolve4("odd:% name.example.com.")).toEqual(["192.0.2.3"]);
});

test("a server to which there is no way is an error, and nothing worse", async () => {
  // The system lets nobody send there; so it is with an IPv6 server where there is no IPv6.
  const away = createResolver({ server: { address: "255.255.255.255", port: 53 }, timeout: 150 });
  await expect(away.resolve4("example.com")).rejects.toThrow(/EACCES|ENETUNREACH/);
});

test("an answer that is too large for UDP is fetched by TCP", async () => {
  expect((await resolver.resolveTxt("key._domainkey.example.com")).flat().join("")).toBe(LONG);
  expect(await resolver.resolve4("tcp.example.com")).toEqual(["192.0.2.2"]);
});

test.each([
  ["none.example.com", "ENOTFOUND"],
  ["_domainkey.example.com", "ENODATA"],
  ["broken.example.com", "ESERVFAIL"],
  [`${"a".repeat(64)}.example.com`, "EBADNAME"],
  ["a..example.com", "EBADNAME"],
])("for %s the error is %s", async (name, code) => {
  await expect(resolver.resolve4(name)).rejects.toMatchObject({ code });
});

test("of a server that says nothing the error is ETIMEOUT", async () => {
  const hasty = createResolver({ server, timeout: 50 });
  await expect(hasty.resolve4("dead.example.com")).rejects.toMatchObject({ code: "ETIMEOUT" });
});

test("a question is asked once, in whatever case and by however many", async () => {
  const before = server.asked.length;
  const answers = await Promise.all(
    ["example.com", "EXAMPLE.com", "example.com"].map((name) => resolver.resolveMx(name)),
  );
  answers[0]!.length = 0;
  expect(await resolver.resolveMx("example.com")).toHaveLength(2);
  expect(server.asked.slice(before)).toEqual(["MX example.com"]);
});

test("what may not be remembered is asked again", async () => {
  const before = server.asked.length;
  await resolver.resolve6("mx1.example.com");
  await resolver.resolve6("mx1.example.com");
  expect(server.asked.length - before).toBe(2);
});

test("that something is not there is remembered as long as its zone says", async () => {
  const before = server.asked.length;
  for (const name of ["none.example.net", "www.example.net"])
    for (let turn = 0; turn < 2; turn++)
      await expect(resolver.resolveMx(name)).rejects.toMatchObject({
        code: name.startsWith("www") ? "ENODATA" : "ENOTFOUND",
      });
  expect(server.asked.slice(before)).toEqual(["MX none.example.net", "MX www.example.net"]);
});

test("a server that is not there is an error at once", async () => {
  const gone = await startNameServer();
  await gone.close();
  const started = createResolver({ server: gone, timeout: 60_000 });
  await expect(started.resolve4("example.com")).rejects.toMatchObject({ code: "ECONNREFUSED" });
});

test("an address is turned into the name of its names", () => {
  expect(reverseName("192.0.2.1")).toBe("1.2.0.192.in-addr.arpa");
  expect(reverseName("2001:db8::cb01")).toBe(
    "1.0.b.c.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa",
  );
  expect(reverseName("::ffff:192.0.2.1")).toBe(
    "1.0.2.0.0.0.0.c.f.f.f.f.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.ip6.arpa",
  );
});
