import {
  Certificate,
  ContentInfo,
  IssuerAndSerialNumber,
  SignedData,
  type RelativeDistinguishedNames as Name,
  type SignerInfo,
} from "pkijs";
import { constants, createHash, createPublicKey, verify, type KeyObject } from "node:crypto";
import type { EmailSignature } from "@atrium/contract/types/email-signature";
import { asAddresses, decodeBody, findHeaders, parseMessage } from "@atrium/formats/mime";
import { utcDate } from "@atrium/contract/types/utc-date";
import { storable } from "../../../platform/storable.ts";
import {
  MAX_CERTIFICATE_NAME,
  MAX_CERTIFICATES,
  MAX_RSA_BITS,
  MAX_SIGNATURE_OCTETS,
  MIN_RSA_BITS,
} from "./limits.ts";

/** By the identifiers of RFC 5754; older ones prove nothing any more. */
const DIGESTS: Readonly<Record<string, string>> = {
  "2.16.840.1.101.3.4.2.1": "sha256",
  "2.16.840.1.101.3.4.2.2": "sha384",
  "2.16.840.1.101.3.4.2.3": "sha512",
};
/** Of what is signed in mail (RFC 5652 §4), and of its digest and type among the signed attributes. */
const ID_DATA = "1.2.840.113549.1.7.1";
const SIGNED_DATA = "1.2.840.113549.1.7.2";
const CONTENT_TYPE = "1.2.840.113549.1.9.3";
const MESSAGE_DIGEST = "1.2.840.113549.1.9.4";
const RSA_PSS = "1.2.840.113549.1.1.10";
const EMAIL_ADDRESS = "1.2.840.113549.1.9.1";
const COMMON_NAME = "2.5.4.3";
const ORGANIZATION = "2.5.4.10";
const ALTERNATIVE_NAME = "2.5.29.17";
const KEY_IDENTIFIER = "2.5.29.14";
const KEY_USAGE = "2.5.29.37";
/** `emailProtection` and `anyExtendedKeyUsage` (RFC 5280 §4.2.1.12). */
const FOR_MAIL = ["1.3.6.1.5.5.7.3.4", "2.5.29.37.0"];

/** It cannot be said whether the signature is right. */
class Unchecked extends Error {
  readonly why: NonNullable<EmailSignature["unchecked"]>;
  constructor(why: NonNullable<EmailSignature["unchecked"]>) {
    super(why);
    this.why = why;
  }
}

/**
 * Checks the S/MIME signature of a message (RFC 8551 §3.5.3) over the octets that were signed; null when it has none. Whether
 * somebody may be trusted who has issued the certificate is not known here.
 */
export function verifySignature(bytes: Uint8Array, now: Date): EmailSignature | null {
  const message = parseMessage(bytes);
  const [content, part, ...more] = message.root.children ?? [];
  if (message.root.type !== "multipart/signed" || !content || !part || more.length > 0) return null;
  if (!/^application\/(?:x-)?pkcs7-signature$/.test(part.type)) return null;
  let signer: EmailSignature["signer"] = null;
  try {
    if (part.end - part.start > MAX_SIGNATURE_OCTETS * 1.5) throw new Unchecked("unreadable");
    const der = decodeBody(bytes, part);
    if (der.length > MAX_SIGNATURE_OCTETS) throw new Unchecked("unreadable");
    const { info, certificate } = readSigner(der);
    const emails = emailsOf(certificate);
    const authors = findHeaders(message.headers, "from").flatMap((field) =>
      asAddresses(bytes, field).map(({ email }) => email.toLowerCase()),
    );
    signer = {
      name: nameOf(certificate.subject),
      emails,
      issuer: nameOf(certificate.issuer),
      isSelfSigned: certificate.subject.isEqual(certificate.issuer),
      isAuthor: authors.length === 1 && emails.some((email) => email.toLowerCase() === authors[0]),
      validUntil: utcDate(wholeSecond(certificate.notAfter.value)),
      isExpired: certificate.notAfter.value < now || certificate.notBefore.value > now,
    };
    const signed = bytes.subarray(content.headerStart, content.end);
    return { isRight: isRight(info, certificate, signed), unchecked: null, signer };
  } catch (error) {
    const unchecked = error instanceof Unchecked ? error.why : "unreadable";
    return { isRight: false, unchecked, signer };
  }
}

/** The first signer and their certificate. @throws Unchecked, and errors of the parser */
function readSigner(der: Uint8Array): { info: SignerInfo; certificate: Certificate } {
  const outer = ContentInfo.fromBER(Uint8Array.from(der));
  if (outer.contentType !== SIGNED_DATA) throw new Unchecked("unreadable");
  const data = new SignedData({ schema: outer.content });
  // RFC 8551 §3.5.3: what is signed stands beside it, and not in it a second time.
  if (data.encapContentInfo.eContent !== undefined) throw new Unchecked("unreadable");
  const [info] = data.signerInfos;
  if (info === undefined) throw new Unchecked("unreadable");
  const certificate = (data.certificates ?? [])
    .slice(0, MAX_CERTIFICATES)
    .filter((one) => one instanceof Certificate)
    .find((one) => isOf(one, info));
  if (certificate === undefined) throw new Unchecked("certificate");
  return { info, certificate };
}

function isOf(certificate: Certificate, { sid }: SignerInfo): boolean {
  if (sid instanceof IssuerAndSerialNumber)
    return (
      sid.issuer.isEqual(certificate.issuer) && sid.serialNumber.isEqual(certificate.serialNumber)
    );
  // `[0]`, in which the identifier of the key stands (RFC 5652 §5.3).
  const key = octetsIn(sid);
  const own = octetsIn(extension(certificate, KEY_IDENTIFIER));
  return key !== undefined && own !== undefined && own.equals(key);
}

/** The octets of a primitive value. */
function octetsIn(value: unknown): Buffer | undefined {
  const { valueBlock } = (value ?? {}) as {
    readonly valueBlock?: { readonly valueHexView?: Uint8Array };
  };
  return valueBlock?.valueHexView && Buffer.from(valueBlock.valueHexView);
}

/** @throws Unchecked */
function isRight(info: SignerInfo, certificate: Certificate, signed: Uint8Array): boolean {
  const hash = DIGESTS[info.digestAlgorithm.algorithmId];
  if (hash === undefined) throw new Unchecked("algorithm");
  const uses = extension(certificate, KEY_USAGE) as
    | { readonly keyPurposes?: readonly string[] }
    | undefined;
  if (uses !== undefined && !uses.keyPurposes?.some((use) => FOR_MAIL.includes(use)))
    throw new Unchecked("certificate");
  const key = keyOf(certificate);
  let covered: Uint8Array = signed;
  if (info.signedAttrs !== undefined) {
    const { attributes, encodedValue } = info.signedAttrs;
    const valueOf = (type: string): unknown => {
      const found = attributes.filter((one) => one.type === type);
      return found.length === 1 && found[0]!.values.length === 1 ? found[0]!.values[0] : undefined;
    };
    const digest = octetsIn(valueOf(MESSAGE_DIGEST));
    const type = valueOf(CONTENT_TYPE) as { getValue?(): string } | undefined;
    // RFC 5652 §5.3: both have to be there.
    if (digest === undefined || type?.getValue === undefined) throw new Unchecked("unreadable");
    if (type.getValue() !== ID_DATA) return false;
    if (!digest.equals(createHash(hash).update(signed).digest())) return false;
    // RFC 5652 §5.4: signed as the SET that it is, not with the tag that it has here.
    const set = Buffer.from(encodedValue);
    set[0] = 0x31;
    covered = set;
  }
  const isRsa = key.asymmetricKeyType === "rsa" || key.asymmetricKeyType === "rsa-pss";
  const isPss = info.signatureAlgorithm.algorithmId === RSA_PSS;
  const padding = isPss
    ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO }
    : {};
  return verify(
    key.asymmetricKeyType === "ed25519" ? null : hash,
    covered,
    { key, ...(isRsa && padding) },
    Buffer.from(info.signature.valueBlock.valueHexView),
  );
}

/** @throws Unchecked for one that proves nothing, or would cost too much. */
function keyOf({ subjectPublicKeyInfo }: Certificate): KeyObject {
  const der = Buffer.from(subjectPublicKeyInfo.toSchema().toBER());
  const key = createPublicKey({ key: der, format: "der", type: "spki" });
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  if (type === "rsa" || type === "rsa-pss") {
    const bits = details?.modulusLength ?? 0;
    const exponent = details?.publicExponent ?? 0n;
    if (bits < MIN_RSA_BITS || bits > MAX_RSA_BITS || exponent > 0xffffffffn)
      throw new Unchecked("algorithm");
  } else if (type !== "ec" && type !== "ed25519") throw new Unchecked("algorithm");
  return key;
}

/** What an extension of a certificate says, as the library reads it. */
const extension = ({ extensions }: Certificate, id: string): unknown =>
  extensions?.find(({ extnID }) => extnID === id)?.parsedValue;

/** RFC 5280 §4.2.1.6, `rfc822Name`. */
const MAIL_NAME = 1;

/** The addresses that a certificate is for (RFC 8550 §3). */
function emailsOf(certificate: Certificate): string[] {
  const names = extension(certificate, ALTERNATIVE_NAME) as
    | { readonly altNames?: readonly { readonly type: number; readonly value: unknown }[] }
    | undefined;
  const alternative = (names?.altNames ?? []).flatMap(({ type, value }) =>
    type === MAIL_NAME && typeof value === "string" ? value : [],
  );
  const found = alternative.length > 0 ? alternative : valuesOf(certificate.subject, EMAIL_ADDRESS);
  return found.slice(0, 20).map(shown);
}

const valuesOf = ({ typesAndValues }: Name, type: string): string[] =>
  typesAndValues.filter((one) => one.type === type).map(({ value }) => value.valueBlock.value);

const nameOf = (name: Name): string =>
  shown(
    valuesOf(name, COMMON_NAME)[0] ??
      valuesOf(name, ORGANIZATION)[0] ??
      valuesOf(name, EMAIL_ADDRESS)[0] ??
      "",
  );

const shown = (text: string): string =>
  storable(text.replaceAll(/[\p{Cc}\p{Cf}]/gu, " "))
    .slice(0, MAX_CERTIFICATE_NAME)
    .trim();

const wholeSecond = (time: Date): Date => new Date(Math.floor(time.getTime() / 1000) * 1000);
