import type { ColumnType } from "kysely";
import type { EmailAddress } from "@atrium/contract/types/email";

/** Written as JSON text, read as what it says. */
type MaybeAddresses = ColumnType<readonly EmailAddress[] | null, string | null, string | null>;

export interface IdentityTable {
  account_id: string;
  id: string;
  email: string;
  name: string;
  reply_to: MaybeAddresses;
  bcc: MaybeAddresses;
  text_signature: string;
  html_signature: string;
  position: number | null;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    identity: IdentityTable;
  }
}
