import type { ColumnType } from "kysely";

type Time = ColumnType<Date, Date, Date>;
type MaybeTime = ColumnType<Date | null, Date | null | undefined, Date | null>;

export interface PushSubscriptionTable {
  account_id: string;
  id: string;
  person_id: string;
  credential: string;
  device_client_id: string;
  url: string;
  p256dh: string | null;
  auth: string | null;
  expires: MaybeTime;
  types: string[] | null;
  verification_code: string;
  is_verified: ColumnType<boolean, boolean | undefined, boolean>;
  is_greeted: ColumnType<boolean, boolean | undefined, boolean>;
  sees: string[];
  sees_types: ColumnType<string[] | null, string[] | null | undefined, string[] | null>;
  told: ColumnType<Record<string, number>, string, string>;
  due_at: Time;
  busy_until: MaybeTime;
  failures: ColumnType<number, number | undefined, number>;
  pause: ColumnType<number, number | undefined, number>;
  created_at: Time;
}

declare module "../../platform/db/tables.ts" {
  interface Tables {
    push_subscription: PushSubscriptionTable;
  }
}
