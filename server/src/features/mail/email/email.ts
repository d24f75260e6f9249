import { Email } from "@atrium/contract/types/email";
import { serve, type Served } from "../../../engine/index.ts";
import { toMail } from "../access.ts";
import { queryEmailChanges } from "../search/query-changes.ts";
import { queryEmails } from "../search/query.ts";
import { emailsByBlobs } from "../by-blobs.ts";
import { emailRules } from "./email.rules.ts";
import { emailStore } from "./email.store.ts";
import { importEmails } from "./import.ts";
import { parseEmails } from "./parse.ts";

/** RFC 8621 §4. */
export const email: Served = serve(Email, {
  access: toMail,
  store: {
    ...emailStore,
    query: queryEmails,
    queryChanges: queryEmailChanges,
    findByBlobs: emailsByBlobs,
  },
  rules: emailRules,
  methods: { import: importEmails, parse: parseEmails },
});
