import type { ColumnType } from "kysely";

/** `timestamptz`: a `Date` both ways. */
type Time = ColumnType<Date, Date, Date>;
/** `bigint`, read as a number. */
type Int8 = ColumnType<number, number, number>;

export interface AccountTable {
  account_id: string;
  kind: AccountKind;
  name: string;
  modseq: ColumnType<number, number | undefined, number>;
  log_floor: ColumnType<number, number | undefined, number>;
  created_at: Time;
  /** What the account's records take up: octets of messages and files, and how many messages. */
  used_octets: ColumnType<number, number | undefined, number>;
  used_emails: ColumnType<number, number | undefined, number>;
  /** What it may keep where that is not what all may; null: as all. */
  quota_octets: ColumnType<number | null, number | null | undefined, number | null>;
  quota_emails: ColumnType<number | null, number | null | undefined, number | null>;
  /** The modseq since which the log says in which shared containers changes were; null: nothing was ever shared. */
  shared_since: ColumnType<number | null, number | undefined, number>;
}

export type AccountKind = "personal" | "shared" | "organisation";
export type Change = "created" | "updated" | "destroyed";

declare module "../platform/db/tables.ts" {
  interface Tables {
    account: AccountTable;
    removed_account: { account_id: string; removed_at: Time };
    type_state: { account_id: string; type: string; modseq: Int8 };
    change_log: {
      account_id: string;
      modseq: Int8;
      type: string;
      id: string;
      change: Change;
      detail: string | null;
      changed_at: Time;
      /** The shared containers that it lay in before, and since; null when that was not looked at. */
      was_in: string[] | null;
      is_in: string[] | null;
    };
    blob: {
      account_id: string;
      hash: string;
      size: Int8;
      type: string;
      created_at: Time;
      /** When it was last given to the account without a record that refers to it. */
      uploaded_at: ColumnType<Date | null, Date | undefined, Date>;
      /** The credential that did so. */
      uploaded_by: ColumnType<string | null, string | null | undefined, string | null>;
      /** The person or guest, where that was somebody with part of the account in reach. */
      brought_by: ColumnType<string | null, string | null | undefined, string | null>;
    };
  }
}
