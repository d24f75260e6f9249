import { defineType, type RecordOf } from "./define.ts";
import { CAPABILITY } from "./wire.ts";

/** The id of the one record that every account has (RFC 8621 §8). */
export const VACATION_RESPONSE_ID = "singleton";

/** What the server says where the person says nothing; people of any language may get it. */
export const DEFAULT_VACATION_TEXT =
  "I am away at the moment and will read your message when I am back.\n\nThis is an automatic reply.";

/** What is answered to mail while the person is away (RFC 8621 §8). */
export const VacationResponse = defineType({
  name: "VacationResponse",
  capability: CAPABILITY.vacationResponse,
  properties: {
    id: { type: "Id", immutable: true, serverSet: true },
    isEnabled: { type: "Boolean" },
    fromDate: { type: "UTCDate", nullable: true, default: null },
    toDate: { type: "UTCDate", nullable: true, default: null },
    subject: { type: "String", nullable: true, default: null },
    textBody: { type: "String", nullable: true, default: null },
    htmlBody: { type: "String", nullable: true, default: null },
  },
});

export type VacationResponseRecord = RecordOf<typeof VacationResponse>;
