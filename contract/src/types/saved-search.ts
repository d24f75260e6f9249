import { defineType, type CreateOf, type RecordOf } from "./define.ts";
import { CAPABILITY } from "./wire.ts";

/** Of Atrium: a search of mail that an account keeps under a name. */
export const SavedSearch = defineType({
  name: "SavedSearch",
  capability: CAPABILITY.atriumMail,
  properties: {
    id: { type: "Id", immutable: true, serverSet: true },
    /** One line of at most 255 octets. */
    name: { type: "String" },
    /** The search as a person types it, one line of at most 2,000 characters. Who shows it reads it again each time. */
    text: { type: "String" },
  },
});

export type SavedSearchRecord = RecordOf<typeof SavedSearch>;
export type SavedSearchCreate = CreateOf<typeof SavedSearch>;
