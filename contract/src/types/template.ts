import { defineType, shape, type CreateOf, type RecordOf } from "./define.ts";
import type { EmailAddress } from "./email.ts";
import { CAPABILITY } from "./wire.ts";

/**
 * Of Atrium: text that is written again and again, kept under a name. Subject and text may have placeholders in braces,
 * such as `{first name}`, which the program that puts the text in fills.
 */
export const Template = defineType({
  name: "Template",
  capability: CAPABILITY.atriumMail,
  properties: {
    id: { type: "Id", immutable: true, serverSet: true },
    /** One line of at most 255 octets. */
    name: { type: "String" },
    /** One line of at most 1,000 characters; empty for none. */
    subject: { type: "String", default: "" },
    /** HTML of at most 100,000 characters. Who shows it cleans it first. */
    htmlBody: { type: "String" },
    /** To whom a message with it goes. */
    to: { type: { list: shape<EmailAddress>("object") }, nullable: true, default: null },
    /** Lower ones are shown first. */
    sortOrder: { type: "UnsignedInt", default: 0 },
  },
});

export type TemplateRecord = RecordOf<typeof Template>;
export type TemplateCreate = CreateOf<typeof Template>;
