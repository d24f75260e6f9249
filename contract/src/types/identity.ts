import { defineType, shape, type CreateOf, type RecordOf } from "./define.ts";
import type { EmailAddress } from "./email.ts";
import { CAPABILITY } from "./wire.ts";

/** An address that may be sent from, and what goes along with it (RFC 8621 §6). */
export const Identity = defineType({
  name: "Identity",
  capability: CAPABILITY.submission,
  properties: {
    id: { type: "Id", immutable: true, serverSet: true },
    name: { type: "String", default: "" },
    email: { type: "String", immutable: true },
    replyTo: { type: { list: shape<EmailAddress>("object") }, nullable: true, default: null },
    bcc: { type: { list: shape<EmailAddress>("object") }, nullable: true, default: null },
    textSignature: { type: "String", default: "" },
    htmlSignature: { type: "String", default: "" },
    mayDelete: { type: "Boolean", serverSet: true },
  },
});

export type IdentityRecord = RecordOf<typeof Identity>;
export type IdentityCreate = CreateOf<typeof Identity>;
