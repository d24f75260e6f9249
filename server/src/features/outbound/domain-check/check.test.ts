import { beforeAll, beforeEach, expect, test } from "vitest";
import { testPlatform, type TestPlatform } from "../../../testing/index.ts";
import type { Zones } from "../../../testing/name-server.ts";
import { createDkim, type KeyRecord } from "../dkim/keys.ts";
import { addressesOfHost, checkRecord, leadsBack, wantedRecords } from "./index.ts";

const HOST = "mail.demo.test";
let platform: TestPlatform;
let keys: readonly KeyRecord[];
beforeAll(async () => {
  platform = await testPlatform();
  keys = await createDkim(platform).prepare("demo.test");
});

const wanted = (hasSmarthost = false) =>
  wantedRecords({ domain: "demo.test", host: HOST, keys, hasSmarthost });

/** The zones that the records ask for, as an administrator would type them in. */
function intact(): Record<string, Zones[string]> {
  const zones: Record<string, Zones[string]> = { [HOST]: { A: ["192.0.2.1"] } };
  for (const { name, type, value } of wanted()) {
    const before = zones[name] ?? {};
    zones[name] =
      type === "MX"
        ? { ...before, MX: [[10, HOST]] }
        : { ...before, TXT: [...(before.TXT ?? []), value.match(/.{1,255}/g)!] };
  }
  return zones;
}

async function states(hasSmarthost = false): Promise<string[]> {
  const { resolver } = platform;
  const checked = await Promise.all(
    wanted(hasSmarthost).map((record) =>
      checkRecord(record, { resolver, host: HOST, hasSmarthost }),
    ),
  );
  return checked.map(({ record, state }) => `${record.kind} ${state}`);
}

beforeEach(() => platform.names.set({}));

test("what is asked for is what stands", async () => {
  platform.names.set(intact());
  expect(await states()).toEqual([
    "MX stands",
    "SPF stands",
    "DKIM stands",
    "DKIM stands",
    "DMARC stands",
    "MTA-STS stands",
    "TLS-RPT stands",
  ]);
});

test("an empty zone has none of it", async () => {
  platform.names.set({ "demo.test": { A: ["192.0.2.1"] } });
  expect(new Set((await states()).map((line) => line.split(" ")[1]))).toEqual(new Set(["missing"]));
});

test("a name server that does not answer is no zone without records", async () => {
  platform.names.set({ "demo.test": { fails: "servfail" } });
  expect((await states()).slice(0, 2)).toEqual(["MX unknown", "SPF unknown"]);
});

test.each<[string, Record<string, Zones[string]>, string]>([
  ["another server", { "demo.test": { MX: [[10, "mail.other.test"]] } }, "MX wrong"],
  [
    "an SPF that leaves this server out",
    { "demo.test": { TXT: ["v=spf1 ip4:192.0.2.9 -all"] } },
    "SPF wrong",
  ],
  ["two SPF records", { "demo.test": { TXT: ["v=spf1 mx -all", "v=spf1 a -all"] } }, "SPF wrong"],
  [
    "a DMARC record without a policy",
    { "_dmarc.demo.test": { TXT: ["v=DMARC1; rua=mailto:x@y.test"] } },
    "DMARC wrong",
  ],
])("%s is wrong", async (_, zones, state) => {
  platform.names.set({ ...intact(), ...zones });
  expect(await states()).toContain(state);
});

test("another key is wrong, the same key in other strings is not", async () => {
  const [rsa] = keys;
  const other = rsa!.text.replace("p=MIIB", "p=MIIC");
  platform.names.set({ ...intact(), [rsa!.name]: { TXT: [other] } });
  expect(await states()).toContain("DKIM wrong");
  const { text } = rsa!;
  const split = [`${text.slice(0, 100)} `, text.slice(100, 300), text.slice(300)];
  platform.names.set({ ...intact(), [rsa!.name]: { TXT: [split] } });
  expect((await states()).filter((state) => state === "DKIM stands")).toHaveLength(2);
});

test("with a smart host SPF is not ours to judge", async () => {
  platform.names.set({ ...intact(), "demo.test": { TXT: ["v=spf1 include:relay.test -all"] } });
  expect(await states(true)).toContain("SPF stands");
});

test("the host's addresses, and whether they lead back", async () => {
  const { resolver } = platform;
  platform.names.set({
    [HOST]: { A: ["192.0.2.1"], AAAA: ["2001:db8::1"] },
    "1.2.0.192.in-addr.arpa": { PTR: [HOST] },
  });
  const addresses = await addressesOfHost(HOST, resolver);
  expect(addresses).toEqual(["192.0.2.1", "2001:db8::1"]);
  expect(await Promise.all(addresses.map((ip) => leadsBack(ip, HOST, resolver)))).toEqual([
    true,
    false,
  ]);
});
