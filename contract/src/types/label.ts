import { defineType, type CreateOf, type RecordOf } from "./define.ts";
import { CAPABILITY } from "./wire.ts";

/** What a label may look like: the hues of the UI kit by name, in its order. */
export const LABEL_COLORS = [
  "indigo",
  "blue",
  "teal",
  "green",
  "yellow",
  "orange",
  "red",
  "pink",
  "purple",
  "gray",
] as const;

export type LabelColor = (typeof LABEL_COLORS)[number];

/** Of Atrium: a keyword (RFC 8621 §4.1.1) with a name and a colour that people see. */
export const Label = defineType({
  name: "Label",
  capability: CAPABILITY.atriumMail,
  properties: {
    id: { type: "Id", immutable: true, serverSet: true },
    /** One line of at most 255 octets, trimmed, in NFC. No two of an account differ in case alone. */
    name: { type: "String" },
    color: { type: { oneOf: LABEL_COLORS }, default: "gray" },
    /** What the messages carry: made of the first name, fit for IMAP, and the same whatever the label is called later. */
    keyword: { type: "String", immutable: true, serverSet: true },
    sortOrder: { type: "UnsignedInt", default: 0 },
  },
});

export type LabelRecord = RecordOf<typeof Label>;
export type LabelCreate = CreateOf<typeof Label>;
