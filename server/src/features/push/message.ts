import webPush from "web-push";
import type { PushKeys, PushVerification } from "@atrium/contract/types/push-subscription";
import type { StateChange } from "@atrium/contract/types/wire";
import type { OutboundRequest } from "../../platform/outbound-http/index.ts";
import { REQUEST_TIMEOUT, TTL } from "./limits.ts";
import type { Vapid } from "./vapid.ts";

const ENCODING = "aes128gcm";

/**
 * The request that pushes something to a subscription (RFC 8620 §7.2, RFC 8030 §5): signed by the server's key
 * (RFC 8292), and encrypted (RFC 8291) for clients that gave keys.
 */
export function pushRequest(
  { url, keys }: { readonly url: string; readonly keys: PushKeys | null },
  message: StateChange | PushVerification,
  { subject, publicKey, privateKey }: Vapid,
): OutboundRequest {
  const text = JSON.stringify(message);
  const { origin } = new URL(url);
  const signed = webPush.getVapidHeaders(origin, subject, publicKey, privateKey, ENCODING);
  return {
    method: "POST",
    headers: {
      authorization: signed.Authorization,
      "content-type": "application/json",
      ttl: String(TTL),
      urgency: "normal",
      ...(keys === null ? {} : { "content-encoding": ENCODING }),
    },
    body:
      keys === null
        ? Buffer.from(text)
        : webPush.encrypt(keys.p256dh, keys.auth, text, ENCODING).cipherText,
    timeout: REQUEST_TIMEOUT,
  };
}
