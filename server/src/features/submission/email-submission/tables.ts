import type { ColumnType } from "kysely";
import type { SubmissionEnvelope } from "@atrium/contract/types/email-submission";

export interface EmailSubmissionTable {
  account_id: string;
  id: string;
  identity_id: string;
  email_id: string;
  thread_id: string;
  envelope: ColumnType<SubmissionEnvelope, string, never>;
  send_at: ColumnType<Date, Date, never>;
  destroyed_at: ColumnType<Date | null, undefined, Date>;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    email_submission: EmailSubmissionTable;
  }
}
