import type { ColumnType } from "kysely";

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    mta_sts_policy: {
      account_id: string;
      domain: string;
      policy_id: string;
      mode: "none" | "testing" | "enforce";
      mx: string[];
      expires_at: ColumnType<Date, Date, Date>;
    };
  }
}
