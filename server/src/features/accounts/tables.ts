import type { Preferences, Role } from "@atrium/contract/api/session";
import type { ColumnType, JSONColumnType } from "kysely";

/** `timestamptz`: a `Date` both ways. */
type Time = ColumnType<Date, Date, Date>;

declare module "../../platform/db/tables.ts" {
  interface Tables {
    organisation: { account_id: string; name: string; created_at: Time };
    set_up_token: { account_id: string; token_hash: Buffer; created_at: Time };
    domain: { account_id: string; name: string; created_at: Time };
    person: {
      account_id: string;
      id: string;
      personal_account_id: string;
      name: string;
      roles: Role[];
      preferences: JSONColumnType<Preferences>;
      disabled_at: ColumnType<Date | null, Date | null, Date | null>;
      created_at: Time;
    };
    person_password: { account_id: string; person_id: string; hash: string; changed_at: Time };
    person_group: { account_id: string; id: string; name: string; created_at: Time };
    person_group_member: { account_id: string; group_id: string; member_id: string };
    shared_account: { account_id: string; id: string; name: string; created_at: Time };
    shared_account_grant: {
      account_id: string;
      shared_account_id: string;
      person_id: string;
      may_write: boolean;
      granted_at: Time;
    };
    mail_address: { account_id: string; address: string; owner_id: string; is_primary: boolean };
    sign_in_session: {
      account_id: string;
      id: string;
      token_hash: Buffer;
      person_id: string;
      created_at: Time;
      last_seen_at: Time;
      user_agent: string;
      ip: string;
    };
    sign_in_failure: { account_id: string; key: string; count: number; since: Time };
    admin_act: {
      account_id: string;
      id: string;
      at: Time;
      person_id: string | null;
      verb: string;
      thing: string;
      detail: JSONColumnType<Record<string, unknown>>;
    };
  }
}
