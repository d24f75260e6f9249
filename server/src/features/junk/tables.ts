import type { ColumnType, Generated } from "kysely";

type Time = ColumnType<Date, Date, Date>;

export interface QuarantinedMailTable {
  account_id: string;
  id: string;
  transaction_id: string;
  received_at: Time;
  mail_from: string;
  recipients: string[];
  account_ids: string[];
  sender: string;
  subject: string | null;
  blob_hash: string;
  size: number;
  threat: string;
  by: "clamd";
  is_released: Generated<boolean>;
  delivered_at: Time | null;
}

declare module "../../platform/db/tables.ts" {
  interface Tables {
    quarantined_mail: QuarantinedMailTable;
    junk_digest: { account_id: string; until: Time };
    junk_token: { account_id: string; bucket: number; junk: number; wanted: number };
    junk_model: { account_id: string; junk: number; wanted: number };
    quarantine_notice: { account_id: string; told_at: Time; is_due: boolean };
  }
}
