import { generateKeyPairSync } from "node:crypto";
import { authenticate } from "mailauth";
import { expect, test } from "vitest";
import { arcSet } from "./seal.ts";
import type { SigningKey } from "./sign.ts";

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const keyOf = (domain: string): SigningKey => ({
  domain,
  selector: "r",
  algorithm: "rsa",
  privateKey: rsa.privateKey,
});
const record = `v=DKIM1; k=rsa; p=${rsa.publicKey.export({ type: "spki", format: "der" }).toString("base64")}`;
const now = new Date("2026-03-02T09:00:00Z");
const options = { ownName: "mx.demo.test", now };

const message = (results: string): Buffer =>
  Buffer.from(
    [
      ...(results === "" ? [] : [`Authentication-Results: ${results}`]),
      "Received: from client.example by mx.demo.test; Mon, 02 Mar 2026 09:00:00 +0000",
      "From: Kim <kim@example.net>",
      "Subject: Hello",
      "Date: Mon, 02 Mar 2026 09:00:00 +0000",
      "",
      "Hello.",
      "",
    ].join("\r\n"),
  );
const seal = async (bytes: Buffer, domain = "demo.test"): Promise<Buffer> =>
  Buffer.concat([Buffer.from(await arcSet(bytes, keyOf(domain), options)), bytes]);

/** What somebody else makes of the chain. */
async function chainOf(bytes: Buffer): Promise<string | undefined> {
  const { arc } = await authenticate(bytes, {
    ip: "203.0.113.9",
    helo: "mx.demo.test",
    sender: "x@demo.test",
    resolver: async (name: string) => {
      if (name.endsWith("._domainkey.demo.test") || name.endsWith("._domainkey.other.test"))
        return [[record]];
      throw Object.assign(new Error("not there"), { code: "ENOTFOUND" });
    },
    strict: true,
  });
  return arc ? arc.status.result : undefined;
}

test("a message that came without a chain gets the first set, which verifies", async () => {
  const text =
    "mx.demo.test;\r\n\tspf=pass smtp.mailfrom=example.net;\r\n\tarc=none;\r\n\tdmarc=pass";
  const sealed = await seal(message(text));
  expect(sealed.toString()).toMatch(/^ARC-Seal: i=1;/);
  expect(sealed.toString()).toContain(
    "ARC-Authentication-Results: i=1; mx.demo.test;\r\n\tspf=pass",
  );
  expect(await chainOf(sealed)).toBe("pass");
  expect(await chainOf(Buffer.from(sealed.toString().replace("Hello.", "Hello!")))).toBe("fail");
});

test("a chain that is whole goes on", async () => {
  const first = await seal(message("mx.demo.test; spf=pass; arc=none"), "other.test");
  const again = Buffer.concat([
    Buffer.from("Authentication-Results: mx.demo.test; spf=fail; arc=pass\r\n"),
    first,
  ]);
  const sealed = await seal(again);
  expect(sealed.toString()).toMatch(/^ARC-Seal: i=2;/);
  expect(await chainOf(sealed)).toBe("pass");
});

test.each([
  ["nothing was found out about it", ""],
  ["another server did", "mx.other.test; spf=pass; arc=none"],
  ["its chain is broken", "mx.demo.test; spf=pass; arc=fail"],
  ["nothing is said of a chain", "mx.demo.test; spf=pass"],
])("a message is not sealed where %s", async (_, results) => {
  expect(await arcSet(message(results), keyOf("demo.test"), options)).toBe("");
});
