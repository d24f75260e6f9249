import { defineType, shape, type CreateOf, type RecordOf } from "./define.ts";
import { CAPABILITY } from "./wire.ts";

/** RFC 8291: what a push to the client is encrypted with; both in URL-safe base64. */
export interface PushKeys {
  readonly p256dh: string;
  readonly auth: string;
}

/** An address to which state changes are pushed (RFC 8620 §7.2). `url` and `keys` are never returned. */
export const PushSubscription = defineType({
  name: "PushSubscription",
  capability: CAPABILITY.core,
  properties: {
    id: { type: "Id", immutable: true, serverSet: true },
    deviceClientId: { type: "String", immutable: true },
    url: { type: "String", immutable: true, onRequest: true },
    keys: {
      type: shape<PushKeys>("object"),
      nullable: true,
      default: null,
      immutable: true,
      onRequest: true,
    },
    verificationCode: { type: "String", nullable: true, default: null },
    expires: { type: "UTCDate", nullable: true, default: null },
    types: { type: { list: "String" }, nullable: true, default: null },
  },
});

export type PushSubscriptionRecord = RecordOf<typeof PushSubscription>;
export type PushSubscriptionCreate = CreateOf<typeof PushSubscription>;

/** The first push to a new subscription (RFC 8620 §7.2.2). */
export interface PushVerification {
  readonly "@type": "PushVerification";
  readonly pushSubscriptionId: string;
  readonly verificationCode: string;
}
