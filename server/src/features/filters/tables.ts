import type { SieveFailure } from "@atrium/contract/types/sieve-script";
import type { ColumnType, JSONColumnType } from "kysely";

type Time = ColumnType<Date, Date, Date>;

export interface SieveScriptTable {
  account_id: string;
  id: string;
  name: string;
  blob_hash: string;
  content: string;
  redirects: string[];
  is_active: boolean;
  failure: JSONColumnType<SieveFailure> | null;
}

declare module "../../platform/db/tables.ts" {
  interface Tables {
    sieve_script: SieveScriptTable;
    sieve_duplicate: { account_id: string; key_hash: Buffer; expires_at: Time };
    sieve_answer: { account_id: string; handle_hash: Buffer; address: string; expires_at: Time };
  }
}
