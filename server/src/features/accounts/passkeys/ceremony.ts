import type { CreatedPasskey, ShownPasskey } from "@atrium/contract/api/passkeys";
import { createHash, createPublicKey, verify, type KeyObject } from "node:crypto";

/** What is expected of an authenticator's answer. */
export interface Expected {
  /** Where the person is, without a slash at the end. */
  readonly origin: string;
  /** Ours, and taken by this answer. */
  readonly challenge: string;
}

/** What a user's answer was refused for; for the log. */
export class CeremonyFailed extends Error {
  override readonly name = "CeremonyFailed";
}

/** COSE algorithms (RFC 9053): Ed25519, ECDSA with P-256, RSA. Browsers know the keys of these (WebAuthn, §5.2.1.1). */
export const ALGORITHMS = [-8, -7, -257] as const;
/** Bits of RSA keys. Longer ones cost more than they are worth. */
const RSA = { least: 2048, most: 4096 };

/** Flags of authenticator data (§6.1). */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const MAY_BE_BACKED_UP = 0x08;
const IS_BACKED_UP = 0x10;
const WITH_CREDENTIAL = 0x40;
/** Where its parts begin: the site's hash, the flags, the counter, and the credential behind them (§6.5.1). */
const FLAGS = 32;
const COUNTER = 33;
const HEAD = 37;
const AAGUID = 16;
const ID_MAX = 1023;

/** The site that a passkey is for: the host that people type, without a port. */
export const siteOf = (origin: string): string => new URL(origin).hostname;

const bytesOf = (text: string): Buffer => Buffer.from(text, "base64url");
const sha256 = (bytes: Uint8Array | string): Buffer => createHash("sha256").update(bytes).digest();

function expect(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new CeremonyFailed(otherwise);
}

/** Base64url. The longest is an authenticator's data with its extensions. */
const BYTES_MAX = 10_000;
/** §4: a credential's id has 1,023 octets at most. */
export const CREDENTIAL_ID_MAX = 1364;

/** Whether it can be what `navigator.credentials.create` answered; then it is worth looking at. */
export function isCreated(value: unknown): value is CreatedPasskey {
  const { id, response } = membersOf(value);
  const { clientDataJSON, authenticatorData, publicKey } = membersOf(response);
  const bytes = [clientDataJSON, authenticatorData, publicKey];
  return isBytes(id, CREDENTIAL_ID_MAX) && id !== "" && bytes.every((one) => isBytes(one));
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {};

const isBytes = (value: unknown, most = BYTES_MAX): boolean =>
  typeof value === "string" && value.length <= most && /^[\w-]*$/.test(value);

/** Which challenge a user's answer is to; empty when it names none. */
export function challengeOf({ response }: CreatedPasskey | ShownPasskey): string {
  const { challenge } = clientDataOf(response.clientDataJSON);
  return typeof challenge === "string" ? challenge : "";
}

/** What a device turned out to have made. */
export interface MadeKey {
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
}

/**
 * Reads what `navigator.credentials.create` answered (§7.1). No attestation is asked for, so the key is taken as the
 * browser reports it: nothing about it is signed in any case. @throws CeremonyFailed
 */
export function readCreated({ id, response }: CreatedPasskey, expected: Expected): MadeKey {
  checkClientData(response.clientDataJSON, "webauthn.create", expected);
  const data = bytesOf(response.authenticatorData);
  const { flags, counter } = checkAuthenticatorData(data, expected);
  expect((flags & WITH_CREDENTIAL) !== 0, "it contains no credential");
  const start = HEAD + AAGUID + 2;
  expect(data.length > start, "the credential is cut off");
  const length = data.readUInt16BE(start - 2);
  expect(length > 0 && length <= ID_MAX, "the credential id has an invalid length");
  const credentialId = data.subarray(start, start + length).toString("base64url");
  expect(credentialId === id, "it belongs to another credential");
  const publicKey = bytesOf(response.publicKey);
  keyOf(publicKey);
  return { credentialId, publicKey, counter };
}

/**
 * Holds what `navigator.credentials.get` answered against a key (§7.2). Answers the authenticator's counter, which the
 * caller compares. @throws CeremonyFailed
 */
export function readShown(
  { response }: ShownPasskey,
  publicKey: Buffer,
  expected: Expected,
): { counter: number } {
  checkClientData(response.clientDataJSON, "webauthn.get", expected);
  const data = bytesOf(response.authenticatorData);
  const { counter } = checkAuthenticatorData(data, expected);
  const signed = Buffer.concat([data, sha256(bytesOf(response.clientDataJSON))]);
  const key = keyOf(publicKey);
  const digest = key.asymmetricKeyType === "ed25519" ? null : "sha256";
  expect(verify(digest, signed, key, bytesOf(response.signature)), "the signature is wrong");
  return { counter };
}

interface ClientData {
  readonly type?: unknown;
  readonly challenge?: unknown;
  readonly origin?: unknown;
  readonly crossOrigin?: unknown;
  readonly topOrigin?: unknown;
}

/** What the browser says of the page (§5.8.1); empty when it is not to be read. */
function clientDataOf(clientDataJSON: string): ClientData {
  try {
    const parsed: unknown = JSON.parse(bytesOf(clientDataJSON).toString());
    return typeof parsed === "object" && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}

function checkClientData(json: string, type: string, { origin, challenge }: Expected): void {
  const data = clientDataOf(json);
  expect(data.type === type, "wrong ceremony type");
  expect(data.challenge === challenge, "wrong challenge");
  expect(data.origin === origin, "wrong origin");
  // Nobody can frame our pages.
  expect(
    data.crossOrigin !== true && data.topOrigin === undefined,
    "it comes from a cross-origin frame",
  );
}

function checkAuthenticatorData(
  data: Buffer,
  { origin }: Expected,
): { flags: number; counter: number } {
  expect(data.length >= HEAD, "the authenticator data is too short");
  expect(data.subarray(0, FLAGS).equals(sha256(siteOf(origin))), "wrong relying party");
  const flags = data.readUInt8(FLAGS);
  expect((flags & PRESENT) !== 0, "user presence is missing");
  expect((flags & VERIFIED) !== 0, "user verification is missing");
  const isBackedUp = (flags & IS_BACKED_UP) !== 0;
  expect(!isBackedUp || (flags & MAY_BE_BACKED_UP) !== 0, "its flags contradict each other");
  return { flags, counter: data.readUInt32BE(COUNTER) };
}

/** A key of one of the kinds that were asked for, from its SubjectPublicKeyInfo. */
function keyOf(der: Buffer): KeyObject {
  let key: KeyObject;
  try {
    key = createPublicKey({ key: der, format: "der", type: "spki" });
  } catch {
    throw new CeremonyFailed("the key cannot be read");
  }
  const { asymmetricKeyType: type, asymmetricKeyDetails: details = {} } = key;
  const { namedCurve, modulusLength = 0 } = details;
  const isKnown =
    type === "ed25519" ||
    (type === "ec" && namedCurve === "prime256v1") ||
    (type === "rsa" && modulusLength >= RSA.least && modulusLength <= RSA.most);
  expect(isKnown, "the key type is not supported");
  return key;
}
