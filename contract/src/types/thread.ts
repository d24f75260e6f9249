import { defineType, type RecordOf } from "./define.ts";
import { CAPABILITY } from "./wire.ts";

/** A conversation: the emails that answer each other, oldest first (RFC 8621 §3). */
export const Thread = defineType({
  name: "Thread",
  capability: CAPABILITY.mail,
  properties: {
    id: { type: "Id", immutable: true, serverSet: true },
    emailIds: { type: { list: "Id" }, serverSet: true },
  },
});

export type ThreadRecord = RecordOf<typeof Thread>;
