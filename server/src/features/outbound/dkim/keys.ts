import { createPublicKey, generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/index.ts";
import type { Secrets } from "../../../platform/secrets/index.ts";
import { ORGANISATION } from "../../accounts/index.ts";
import { arcSet } from "./seal.ts";
import { dkimSignatures, readPrivateKey, type SigningKey } from "./sign.ts";
import "./tables.ts";

/** What a domain's zone says about a key, so that others can verify with it (RFC 6376 §3.6). */
export interface KeyRecord {
  readonly domain: string;
  readonly selector: string;
  readonly algorithm: "rsa" | "ed25519";
  /** The name of the TXT record. */
  readonly name: string;
  /** Its text. DNS takes it in strings of at most 255 octets. */
  readonly text: string;
}

/** The keys with which outgoing mail is signed. */
export interface Dkim {
  /** Makes the keys of a domain unless they are there; answers what its zone has to say. */
  prepare(domain: string): Promise<KeyRecord[]>;
  /** The signature fields for a message that a domain of the organisation stands behind; makes keys if it has none. */
  sign(domain: string, message: Buffer): Promise<string>;
  /** The ARC set with which a domain of the organisation passes a message on; empty where there is nothing to say. */
  seal(domain: string, message: Buffer, ownName: string): Promise<string>;
}

const PURPOSE = "dkim";
/** RFC 8301 §3.2; larger ones do not fit into one string of a TXT record. */
const RSA_BITS = 2048;
const ALGORITHMS = ["rsa", "ed25519"] as const;

const generate = {
  rsa: () => promisify(generateKeyPair)("rsa", { modulusLength: RSA_BITS }),
  ed25519: () => promisify(generateKeyPair)("ed25519"),
} satisfies Record<(typeof ALGORITHMS)[number], () => Promise<{ privateKey: KeyObject }>>;

export function createDkim(options: { db: Db; secrets: Secrets; clock: Clock }): Dkim {
  const { db, secrets, clock } = options;
  /** Opened keys; they change only when a domain gets new ones, which then have other selectors. */
  const opened = new Map<string, readonly SigningKey[]>();

  const stored = (domain: string) =>
    db
      .selectFrom("dkim_key")
      .select(["selector", "algorithm", "public_key", "sealed_private_key"])
      .where("account_id", "=", ORGANISATION)
      .where("domain", "=", domain)
      // RSA first: who knows only that reads the first signature.
      .orderBy("algorithm", "desc")
      .orderBy("selector")
      .execute();

  async function make(domain: string, algorithm: (typeof ALGORITHMS)[number]): Promise<void> {
    const { privateKey } = await generate[algorithm]();
    const now = clock.now();
    const month = now.toISOString().slice(0, 7).replace("-", "");
    const sealed = secrets.seal(PURPOSE, privateKey.export({ type: "pkcs8", format: "der" }));
    await db
      .insertInto("dkim_key")
      .values({
        account_id: ORGANISATION,
        domain,
        selector: algorithm === "rsa" ? `atrium${month}` : `atrium${month}e`,
        algorithm,
        sealed_private_key: sealed,
        public_key: publicKey(privateKey),
        created_at: now,
      })
      // Two processes that start at once: the first one's key is the key.
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  async function keysOf(domain: string): Promise<readonly SigningKey[]> {
    const known = opened.get(domain);
    if (known !== undefined) return known;
    const keys = (await stored(domain)).map(({ selector, algorithm, sealed_private_key }) => ({
      domain,
      selector,
      algorithm,
      privateKey: readPrivateKey(secrets.open(PURPOSE, sealed_private_key)),
    }));
    if (keys.length > 0) opened.set(domain, keys);
    return keys;
  }

  async function prepare(domain: string): Promise<KeyRecord[]> {
    const there = new Set((await stored(domain)).map(({ algorithm }) => algorithm));
    for (const algorithm of ALGORITHMS) if (!there.has(algorithm)) await make(domain, algorithm);
    return (await stored(domain)).map(({ selector, algorithm, public_key }) => ({
      domain,
      selector,
      algorithm,
      name: `${selector}._domainkey.${domain}`,
      text: `v=DKIM1; k=${algorithm}; p=${public_key}`,
    }));
  }

  async function keysFor(domain: string): Promise<readonly SigningKey[]> {
    const keys = await keysOf(domain);
    if (keys.length > 0) return keys;
    await prepare(domain);
    return await keysOf(domain);
  }

  return {
    prepare,
    sign: async (domain, message) => dkimSignatures(message, await keysFor(domain), clock.now()),
    async seal(domain, message, ownName) {
      // Few verify chains that are sealed otherwise.
      const key = (await keysFor(domain)).find(({ algorithm }) => algorithm === "rsa");
      return key === undefined ? "" : await arcSet(message, key, { ownName, now: clock.now() });
    },
  };
}

/** RFC 6376 §3.6.1 has the whole structure for RSA, RFC 8463 §4 only the key itself for Ed25519. */
function publicKey(privateKey: KeyObject): string {
  const key = createPublicKey(privateKey);
  const der = key.export({ type: "spki", format: "der" });
  return (key.asymmetricKeyType === "ed25519" ? der.subarray(-32) : der).toString("base64");
}
