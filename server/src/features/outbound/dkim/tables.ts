import type { ColumnType } from "kysely";

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    dkim_key: {
      account_id: string;
      domain: string;
      selector: string;
      algorithm: "rsa" | "ed25519";
      sealed_private_key: Buffer;
      public_key: string;
      created_at: ColumnType<Date, Date, Date>;
    };
  }
}
