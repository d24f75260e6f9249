import type { EmailRecord } from "@atrium/contract/types/email";
import { expect, test } from "vitest";
import { isStructure, protectionOf } from "./protection.ts";

const built = (type: string) => ({ "header:Content-Type": ` ${type}` });
const of = (type: string): string => {
  const found = protectionOf(built(type));
  return found ? `${found.method} ${found.kind}` : "nothing";
};

test.each([
  ['multipart/signed; protocol="application/pkcs7-signature"; micalg=sha-256', "S/MIME signed"],
  ["Multipart/Signed;\r\n protocol=application/x-pkcs7-signature", "S/MIME signed"],
  ['multipart/signed; micalg=pgp-sha512; protocol="application/pgp-signature"', "PGP signed"],
  ['multipart/signed; protocol="application/x-other"', "nothing"],
  ['multipart/encrypted; protocol="application/pgp-encrypted"', "PGP encrypted"],
  ["multipart/encrypted", "nothing"],
  ['application/pkcs7-mime; smime-type=signed-data; name="smime.p7m"', "S/MIME wrapped"],
  ["application/pkcs7-mime; smime-type=enveloped-data", "S/MIME encrypted"],
  ["application/x-pkcs7-mime; smime-type = authEnveloped-data", "S/MIME encrypted"],
  ["application/pkcs7-mime; name=smime.p7m", "S/MIME encrypted"],
  ["application/pkcs7-mime; smime-type=certs-only", "nothing"],
  ["application/pkcs7-mime; smime-type=compressed-data", "nothing"],
  ["text/plain; x=application/pgp-signature", "nothing"],
  ["multipart/mixed", "nothing"],
  [";".repeat(1_000_000), "nothing"],
  [`application/pkcs7-mime; smime-type${" ".repeat(1_000_000)}=x`, "S/MIME encrypted"],
])("%.60s is %s", (type, expected) => expect(of(type)).toBe(expected));

test("PGP in the text is known by its first lines, and what only quotes it is not", () => {
  const inline = (value: string) =>
    protectionOf({
      textBody: [{ partId: "1" }],
      bodyValues: { 1: { value, isTruncated: false, isEncodingProblem: false } },
    } as unknown as EmailRecord);
  expect(inline("Hello\r\n-----BEGIN PGP MESSAGE-----\r\n\r\nwcBM")).toEqual({
    method: "PGP",
    kind: "encrypted",
    isInline: true,
  });
  expect(inline("-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nHi")?.kind).toBe("signed");
  expect(inline("> -----BEGIN PGP MESSAGE-----")).toBeUndefined();
  expect(inline(`${"x".repeat(5000)}\n-----BEGIN PGP MESSAGE-----`)).toBeUndefined();
});

test("the parts of which protection is made are no files, but those that somebody attached are", () => {
  const signed = built("multipart/signed; protocol=application/pgp-signature");
  const part = (type: string, name: string | null) => ({ type, name });
  for (const [type, name] of [
    ["application/pkcs7-signature", "smime.p7s"],
    ["application/pgp-signature", "OpenPGP_signature.asc"],
    ["application/pgp-signature", "signature.asc"],
    ["application/pgp-signature", null],
  ] as const)
    expect(isStructure(part(type, name), signed)).toBe(true);
  expect(isStructure(part("application/pgp-signature", "plan.pdf.asc"), signed)).toBe(false);
  expect(isStructure(part("application/pdf", "signature.asc"), signed)).toBe(false);
  expect(
    isStructure(part("application/pgp-signature", "signature.asc"), built("multipart/mixed")),
  ).toBe(false);
  const encrypted = built("multipart/encrypted; protocol=application/pgp-encrypted");
  expect(isStructure(part("application/pgp-encrypted", "x"), encrypted)).toBe(true);
  expect(isStructure(part("application/octet-stream", "encrypted.asc"), encrypted)).toBe(false);
});
