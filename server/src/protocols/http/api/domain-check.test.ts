import type { DomainCheck } from "@atrium/contract/api/admin";
import { expect, test } from "vitest";
import { codeOf, httpBench } from "../testing/bench.ts";

const bench = await httpBench();
const alice = await bench.signedIn("alice@demo.test");

test("a domain's records are looked up, and each says what to set", async () => {
  bench.platform.names.set({
    "mail.demo.test": { A: ["192.0.2.1"] },
    "demo.test": { MX: [[10, "mail.demo.test"]] },
  });
  const check: DomainCheck = (await alice.get("/api/admin/domains/demo.test/check")).json();
  expect(check).toMatchObject({
    domain: "demo.test",
    host: "mail.demo.test",
    addresses: [{ address: "192.0.2.1", leadsBack: false }],
    hostFault: null,
  });
  expect(check.records.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
    "MX stands",
    "SPF missing",
    "DKIM missing",
    "DKIM missing",
    "DMARC missing",
    "MTA-STS missing",
    "TLS-RPT missing",
  ]);
  expect(check.records[1]!.value).toBe("v=spf1 mx -all");
  expect(codeOf(await alice.get("/api/admin/domains/other.test/check"))).toBe("notFound");
});

test("a name server that does not answer is said, and is no record that is missing", async () => {
  bench.platform.names.set({
    "mail.demo.test": { fails: "servfail" },
    "demo.test": { fails: "servfail" },
  });
  const check: DomainCheck = (await alice.get("/api/admin/domains/demo.test/check")).json();
  expect(check.hostFault).not.toBe(null);
  expect(check.records[0]).toMatchObject({ kind: "MX", state: "unknown" });
});
