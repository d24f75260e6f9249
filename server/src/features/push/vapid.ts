import { createECDH } from "node:crypto";
import { hostname } from "node:os";
import { CAPABILITY } from "@atrium/contract/types/wire";
import type { Capability } from "../../engine/index.ts";
import type { Config } from "../../platform/config/index.ts";
import type { Secrets } from "../../platform/secrets/index.ts";

/** The server's own key pair among push services (RFC 8292), in URL-safe base64, and where its owner is reached. */
export interface Vapid {
  readonly publicKey: string;
  readonly privateKey: string;
  /** An https or mailto URL. */
  readonly subject: string;
}

/** The pair follows from the installation's secret, so that all processes have the same and a restart changes nothing. */
export function vapidOf(secrets: Pick<Secrets, "key">, subject: string): Vapid {
  const pair = createECDH("prime256v1");
  const privateKey = secrets.key("web push");
  // One number in four thousand million is no private key of the curve; then the file of the secret is to be made again.
  pair.setPrivateKey(privateKey);
  return {
    publicKey: pair.getPublicKey("base64url"),
    privateKey: privateKey.toString("base64url"),
    subject,
  };
}

/** Where the owners of push services find the owner of this server (RFC 8292 §2.1). */
export function vapidSubject({
  publicUrl,
  mailHost,
}: Pick<Config, "publicUrl" | "mailHost">): string {
  if (publicUrl?.startsWith("https:") === true) return publicUrl;
  return `mailto:postmaster@${mailHost ?? hostname()}`;
}

/** RFC 9749 §3: clients give the key to their push service, which then takes pushes of this server only. */
export const vapidCapability = ({ publicKey }: Vapid): Capability => ({
  urn: CAPABILITY.webPushVapid,
  server: { applicationServerKey: publicKey },
  account: () => null,
});
