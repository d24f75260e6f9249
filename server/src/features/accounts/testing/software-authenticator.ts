import type {
  CreatedPasskey,
  PasskeyCreation,
  PasskeyRequest,
  ShownPasskey,
} from "@atrium/contract/api/passkeys";
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";

/** What an honest authenticator and browser say. Tests of dishonest ones say something else. */
interface Said {
  readonly origin: string;
  readonly rpId: string;
  readonly challenge: string;
  readonly type: string;
  readonly crossOrigin: boolean;
  /** Of the authenticator's data: present and verified, and whether it contains a credential. */
  readonly flags: number;
  readonly counter: number;
  readonly userHandle: string;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
}

const PRESENT_AND_VERIFIED = 0x05;
const WITH_CREDENTIAL = 0x40;

const KEYS = {
  p256: () => generateKeyPairSync("ec", { namedCurve: "P-256" }),
  p384: () => generateKeyPairSync("ec", { namedCurve: "P-384" }),
  ed25519: () => generateKeyPairSync("ed25519"),
  rsa2048: () => generateKeyPairSync("rsa", { modulusLength: 2048 }),
  rsa1024: () => generateKeyPairSync("rsa", { modulusLength: 1024 }),
} satisfies Record<string, () => { publicKey: KeyObject; privateKey: KeyObject }>;

export type Device = ReturnType<typeof createDevice>;
export type Lies = Partial<Said>;

/** A device with one passkey, that answers as `navigator.credentials` does in a page at `origin`. */
export function createDevice(kind: keyof typeof KEYS = "p256", origin = "http://localhost") {
  const { privateKey, publicKey } = KEYS[kind]();
  const credentialId = randomBytes(32);
  const id = credentialId.toString("base64url");
  let owner = "";
  let uses = 0;

  const honest = (): Omit<Said, "challenge" | "rpId" | "type"> => ({
    origin,
    crossOrigin: false,
    flags: PRESENT_AND_VERIFIED,
    counter: uses,
    userHandle: owner,
    credentialId,
    publicKey: publicKey.export({ format: "der", type: "spki" }),
  });

  return {
    id,

    create(
      { challenge, rp, user }: Pick<PasskeyCreation, "challenge" | "rp" | "user">,
      lies: Lies = {},
    ): CreatedPasskey {
      owner = user.id;
      const flags = PRESENT_AND_VERIFIED | WITH_CREDENTIAL;
      const type = "webauthn.create";
      const said: Said = { ...honest(), challenge, rpId: rp.id, type, flags, ...lies };
      return {
        id,
        response: {
          clientDataJSON: clientDataOf(said).toString("base64url"),
          authenticatorData: Buffer.concat([headOf(said), credentialOf(said)]).toString(
            "base64url",
          ),
          publicKey: said.publicKey.toString("base64url"),
        },
      };
    },

    get(
      { challenge, rpId }: Pick<PasskeyRequest, "challenge" | "rpId">,
      lies: Lies = {},
    ): ShownPasskey {
      uses += 1;
      const said: Said = { ...honest(), challenge, rpId, type: "webauthn.get", ...lies };
      const clientData = clientDataOf(said);
      const data = headOf(said);
      const signed = Buffer.concat([data, sha256(clientData)]);
      const digest = kind === "ed25519" ? null : "sha256";
      return {
        id,
        response: {
          clientDataJSON: clientData.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: sign(digest, signed, privateKey).toString("base64url"),
          userHandle: said.userHandle,
        },
      };
    },
  };
}

const sha256 = (bytes: Buffer | string): Buffer => createHash("sha256").update(bytes).digest();

const clientDataOf = ({ type, challenge, origin, crossOrigin }: Said): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }));

/** WebAuthn, §6.1. */
function headOf({ rpId, flags, counter }: Said): Buffer {
  const rest = Buffer.alloc(5);
  rest.writeUInt8(flags);
  rest.writeUInt32BE(counter, 1);
  return Buffer.concat([sha256(rpId), rest]);
}

/** WebAuthn, §6.5.1: no AAGUID, the id behind its length, and in place of the key in COSE an empty map, as nobody reads it. */
function credentialOf({ credentialId }: Said): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(credentialId.length);
  return Buffer.concat([Buffer.alloc(16), length, credentialId, Buffer.from([0xa0])]);
}
