import { Mailbox } from "@atrium/contract/types/mailbox";
import { serve, type Served } from "../../../engine/index.ts";
import { toMail } from "../access.ts";
import { mailboxesByBlobs } from "../by-blobs.ts";
import { MAX_SORT_ORDER } from "../limits.ts";
import { mailboxRules } from "./mailbox.rules.ts";
import { mailboxStore } from "./mailbox.store.ts";

/** RFC 8621 §2. Whoever sees an account sees its mailboxes; sharing single ones narrows this later. */
export const mailbox: Served = serve(Mailbox, {
  access: toMail,
  store: { ...mailboxStore, findByBlobs: mailboxesByBlobs },
  limits: { sortOrder: { max: MAX_SORT_ORDER } },
  rules: mailboxRules,
});
