import type { ColumnType } from "kysely";

type MaybeTime = ColumnType<Date | null, Date | null, Date | null>;

export interface VacationResponseTable {
  account_id: string;
  is_enabled: boolean;
  from_date: MaybeTime;
  to_date: MaybeTime;
  subject: string | null;
  text_body: string | null;
  html_body: string | null;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    vacation_response: VacationResponseTable;
    vacation_answer: {
      account_id: string;
      address: string;
      answered_at: ColumnType<Date, Date, Date>;
    };
  }
}
