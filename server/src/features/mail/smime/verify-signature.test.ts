import { beforeAll, describe, expect, test } from "vitest";
import { IS_WHOLE } from "../../../../../formats/src/testing/whole.ts";
import { seededRandom } from "../../../../../formats/src/testing/random.ts";
import { testPlatform } from "../../../testing/index.ts";
import { mailFixture, type Mailer, type MailFixture } from "../mail.fixture.ts";
import { MAX_SIGNATURE_OCTETS } from "./limits.ts";
import { SIGNATURES, SIGNED } from "./signatures.fixture.ts";
import { verifySignature } from "./verify-signature.ts";

const NOW = new Date("2026-12-01T00:00:00Z");

const message = (
  signature: string,
  { signed = SIGNED, from = "Olga Other <olga@elsewhere.example>", more = "" } = {},
): Buffer =>
  Buffer.from(
    [
      `From: ${from}`,
      "Subject: Signed letter",
      'Content-Type: multipart/signed; protocol="application/pkcs7-signature"; boundary="B"',
      "",
      "Not signed.",
      "--B",
      signed,
      "--B",
      'Content-Type: application/pkcs7-signature; name="smime.p7s"',
      "Content-Transfer-Encoding: base64",
      "",
      signature.replaceAll(/.{76}/g, "$&\r\n"),
      `${more}--B--`,
      "",
    ].join("\r\n"),
  );
const check = (name: keyof typeof SIGNATURES, more = {}) =>
  verifySignature(message(SIGNATURES[name], more), NOW);

test.each(["rsa", "ec", "pss", "keyid", "noattr"] as const)(
  "the signature that another program made with %s is right, and says whose it is",
  (name) =>
    expect(check(name)).toEqual({
      isRight: true,
      unchecked: null,
      signer: {
        name: "Olga Other",
        emails: ["olga@elsewhere.example"],
        issuer: "Olga Other",
        isSelfSigned: true,
        isAuthor: true,
        validUntil: expect.stringMatching(/^2126-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        isExpired: false,
      },
    }),
);

test.each(["rsa", "ec", "pss", "keyid", "noattr"] as const)(
  "with another word the signature with %s is wrong",
  (name) => {
    for (const signed of [
      SIGNED.replace("words", "lords"),
      `${SIGNED} `,
      SIGNED.replace("utf-8", "UTF-8"),
      "",
    ])
      expect(check(name, { signed })).toMatchObject({ isRight: false, unchecked: null });
  },
);

test("a signature is its author's only where the message has that one author", () => {
  const isAuthor = (from: string) => check("rsa", { from })?.signer?.isAuthor;
  expect(isAuthor("OLGA@elsewhere.example")).toBe(true);
  expect(isAuthor('"olga@elsewhere.example" <eve@evil.example>')).toBe(false);
  expect(isAuthor("olga@elsewhere.example, eve@evil.example")).toBe(false);
  expect(isAuthor("eve@evil.example\r\nFrom: olga@elsewhere.example")).toBe(false);
});

test("what is too weak, for something else, or without a certificate, is not checked", () => {
  expect(check("weak")).toMatchObject({ isRight: false, unchecked: "algorithm" });
  expect(check("sha1")).toMatchObject({ isRight: false, unchecked: "algorithm" });
  expect(check("web")).toMatchObject({ isRight: false, unchecked: "certificate" });
  expect(check("nocerts")).toMatchObject({
    isRight: false,
    unchecked: "certificate",
    signer: null,
  });
  const later = verifySignature(message(SIGNATURES.rsa), new Date("2130-01-01T00:00:00Z"));
  expect(later).toMatchObject({ isRight: true, signer: { isExpired: true } });
});

test("what is no such message has no signature", () => {
  expect(verifySignature(Buffer.from(""), NOW)).toBeNull();
  expect(verifySignature(Buffer.from("Subject: x\r\n\r\nhello"), NOW)).toBeNull();
  const third = "--B\r\n\r\nA third part.\r\n";
  expect(check("rsa", { more: third })).toBeNull();
});

const TRIES = IS_WHOLE ? 300 : 70;

describe("a hostile signature", () => {
  const unreadable = { isRight: false, unchecked: "unreadable" };

  test("is never right, whatever was changed in it, and throws nothing", () => {
    const random = seededRandom(1);
    let checked = 0;
    for (const name of ["rsa", "ec", "keyid"] as const)
      for (let at = 0; at < TRIES; at += 1) {
        const der = Buffer.from(SIGNATURES[name], "base64");
        const changes = 1 + random.below(3);
        for (let change = 0; change < changes; change += 1)
          der[random.below(der.length)] = random.below(256);
        const cut = random.below(4) === 0 ? der.subarray(0, random.below(der.length)) : der;
        const result = verifySignature(message(cut.toString("base64")), NOW);
        if (result?.isRight !== true) checked += 1;
        else expect(result.unchecked).toBeNull();
      }
    expect(checked).toBeGreaterThan(TRIES);
  });

  test("is not read beyond its limits, however deep and long it is", () => {
    const huge = Buffer.alloc(MAX_SIGNATURE_OCTETS + 1, 0x30).toString("base64");
    expect(verifySignature(message(huge), NOW)).toMatchObject(unreadable);
    const long = Buffer.alloc(30_000_000, 0x30).toString("base64");
    expect(verifySignature(message(long), NOW)).toMatchObject(unreadable);
    // Indefinite lengths, each inside of the one before.
    const deep = Buffer.alloc(MAX_SIGNATURE_OCTETS, Buffer.from([0x30, 0x80])).toString("base64");
    expect(verifySignature(message(deep), NOW)).toMatchObject(unreadable);
    expect(verifySignature(message("!!!"), NOW)).toMatchObject(unreadable);
  });
});

describe("Email/verifySignature", () => {
  let fixture: MailFixture;
  let alice: Mailer;
  beforeAll(async () => {
    fixture = mailFixture(await testPlatform());
    alice = await fixture.person("alice");
  });
  const USING = ["core", "mail"].map((name) => `urn:ietf:params:jmap:${name}`);
  const call = async (emailId: string): Promise<unknown> => {
    const { methodResponses } = await fixture.engine.handle(alice.actor, {
      using: [...USING, "urn:atrium:mail"],
      methodCalls: [["Email/verifySignature", { accountId: alice.accountId, emailId }, "c"]],
    });
    return methodResponses[0]!.slice(0, 2);
  };

  test("checks a stored message", async () => {
    const signed = await fixture.deliver(alice, { bytes: message(SIGNATURES.ec) });
    expect(await call(signed)).toMatchObject([
      "Email/verifySignature",
      { signature: { isRight: true, signer: { isAuthor: true } } },
    ]);
    const plain = await fixture.deliver(alice);
    expect(await call(plain)).toEqual([
      "Email/verifySignature",
      { accountId: alice.accountId, signature: null },
    ]);
    expect(await call("nobody")).toMatchObject(["error", { type: "invalidArguments" }]);
  });
});
