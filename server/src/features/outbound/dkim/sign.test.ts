import { generateKeyPairSync } from "node:crypto";
import { dkimVerify } from "mailauth";
import { expect, test } from "vitest";
import { missing, verifyInPython } from "../../../testing/python-dkim.ts";
import { relaxedBody } from "./canonical.ts";
import { dkimSignatures, type SigningKey } from "./sign.ts";

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const ed25519 = generateKeyPairSync("ed25519");
const keys: readonly SigningKey[] = [
  { domain: "demo.test", selector: "r", algorithm: "rsa", privateKey: rsa.privateKey },
  { domain: "demo.test", selector: "e", algorithm: "ed25519", privateKey: ed25519.privateKey },
];
const records: Record<string, string> = {
  "r._domainkey.demo.test": `v=DKIM1; k=rsa; p=${rsa.publicKey.export({ type: "spki", format: "der" }).toString("base64")}`,
  "e._domainkey.demo.test": `v=DKIM1; k=ed25519; p=${ed25519.publicKey
    .export({ type: "spki", format: "der" })
    .subarray(-32)
    .toString("base64")}`,
};
const MESSAGE = [
  "From: Alice <alice@demo.test>",
  "To: bob@example.org,",
  "\tcarol@example.org",
  "Subject: =?utf-8?q?gr=C3=BC=C3=9Fe?=  and   spaces ",
  "Date: Mon, 02 Mar 2026 09:00:00 +0000",
  "Message-ID: <1@demo.test>",
  "MIME-Version: 1.0",
  "Content-Type: text/plain; charset=utf-8",
  "Content-Transfer-Encoding: 8bit",
  "",
  "Grüße,  \t two  blanks \t",
  " .dot",
  "",
  "",
  "",
].join("\r\n");
const now = new Date("2026-03-02T09:00:00Z");

const signed = (message: string): string =>
  `${dkimSignatures(Buffer.from(message), keys, now)}${message}`;

async function verdicts(message: string): Promise<(string | undefined)[]> {
  const { results } = await dkimVerify(Buffer.from(message), {
    resolver: async (name: string) => [[records[name] ?? ""]],
    curTime: now,
  });
  return results.map(({ status }) => status?.result);
}

test.each([
  ["text", MESSAGE],
  ["no body", "From: a@demo.test\r\nSubject: x\r\n\r\n"],
  ["a body of empty lines", "From: a@demo.test\r\n\r\n\r\n \r\n\t\r\n"],
  ["a field twice", `Received: a\r\nReceived: b\r\nTo: x@y\r\nTo: z@y\r\n${MESSAGE}`],
])("both signatures of %s verify", async (_, message) => {
  expect(await verdicts(signed(message))).toEqual(["pass", "pass"]);
});

test.each([
  ["another From", (text: string) => `From: mallory@evil.test\r\n${text}`],
  ["a Cc", (text: string) => `Cc: mallory@evil.test\r\n${text}`],
  ["another subject", (text: string) => text.replace("spaces", "places")],
  ["another body", (text: string) => text.replace("two", "too")],
])("%s breaks them", async (_, change) => {
  for (const verdict of await verdicts(change(signed(MESSAGE)))) expect(verdict).not.toBe("pass");
});

test("a body of a million blanks is canonical at once", () => {
  const body = Buffer.concat([Buffer.alloc(2_000_000, " \t"), Buffer.from("\r\nx\r\n")]);
  expect(relaxedBody(body).toString()).toBe("\r\nx\r\n");
});

test.skipIf(missing !== "")(`python3-dkim verifies them too${missing}`, () => {
  const verdicts = verifyInPython(Buffer.from(signed(MESSAGE)).toString("latin1"), records);
  expect(verdicts.length).toBeGreaterThan(0);
  expect(verdicts.every(Boolean)).toBe(true);
});
