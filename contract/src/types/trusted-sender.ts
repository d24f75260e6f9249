import { defineType, type CreateOf, type RecordOf } from "./define.ts";
import { CAPABILITY } from "./wire.ts";

/** Of Atrium: an address whose mail may show pictures from other servers, through the image proxy, without being asked. */
export const TrustedSender = defineType({
  name: "TrustedSender",
  capability: CAPABILITY.atriumMail,
  properties: {
    id: { type: "Id", immutable: true, serverSet: true },
    /** As the server compares addresses: the domain in ASCII, all in lower case. */
    email: { type: "String", immutable: true },
    createdAt: { type: "UTCDate", immutable: true, serverSet: true },
  },
});

export type TrustedSenderRecord = RecordOf<typeof TrustedSender>;
export type TrustedSenderCreate = CreateOf<typeof TrustedSender>;
