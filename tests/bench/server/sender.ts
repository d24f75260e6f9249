import { generateKeyPairSync } from "node:crypto";
import { dkimSignatures } from "../../../server/src/features/outbound/dkim/sign.ts";
import type { Zones } from "../../../server/src/testing/name-server.ts";

const DOMAIN = "example.org";
const SELECTOR = "bench";
/** Seconds; as long as resolvers remember real ones. */
const TTL = 3600;

/** An outside sender whose mail passes SPF, DKIM and DMARC, all of which the server has to find out. */
export interface Sender {
  readonly address: string;
  readonly zones: Zones;
  /** The message as it is sent. */
  signed(message: Buffer): Buffer;
}

export function createSender(): Sender {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const key = publicKey.export({ type: "spki", format: "der" }).toString("base64");
  const text = (value: string) => ({ TXT: [value.match(/.{1,250}/g)!], ttl: TTL });
  return {
    address: `person@${DOMAIN}`,
    zones: {
      [DOMAIN]: text("v=spf1 ip4:127.0.0.1 -all"),
      [`${SELECTOR}._domainkey.${DOMAIN}`]: text(`v=DKIM1; k=rsa; p=${key}`),
      [`_dmarc.${DOMAIN}`]: text("v=DMARC1; p=reject"),
      org: { missingFor: TTL },
    },
    signed(message) {
      const by = { domain: DOMAIN, selector: SELECTOR, algorithm: "rsa" as const, privateKey };
      return Buffer.concat([Buffer.from(dkimSignatures(message, [by], new Date())), message]);
    },
  };
}
