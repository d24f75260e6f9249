import { Email } from "@atrium/contract/types/email";
import { serve, type Served } from "../../../engine/index.ts";
import { toMail } from "../access.ts";
import { noteReports } from "../junk-report/note-reports.ts";
import { queryEmailChanges } from "../search/query-changes.ts";
import { queryEmails } from "../search/query.ts";
import { emailsByBlobs } from "../by-blobs.ts";
import { verifyEmailSignature } from "../smime/verify-email.ts";
import { emailRules } from "./email.rules.ts";
import { emailStore, updateEmails } from "./email.store.ts";
import { importEmails } from "./import.ts";
import { parseEmails } from "./parse.ts";

/** RFC 8621 §4. */
export const email: Served = serve(Email, {
  access: toMail,
  store: {
    ...emailStore,
    async update(call, updates) {
      await updateEmails(call, updates);
      await noteReports(call, updates);
    },
    query: queryEmails,
    queryChanges: queryEmailChanges,
    findByBlobs: emailsByBlobs,
  },
  rules: emailRules,
  methods: {
    import: importEmails,
    parse: parseEmails,
    verifySignature: verifyEmailSignature,
  },
});
