import type { Unverified } from "@atrium/contract/types/domain";
import type { CredentialScope } from "@atrium/contract/api/security";
import type { Preferences, Role } from "@atrium/contract/api/session";
import type { ColumnType, Generated, JSONColumnType } from "kysely";

/** `timestamptz`: a `Date` both ways. */
type Time = ColumnType<Date, Date, Date>;
type MaybeTime = ColumnType<Date | null, Date | null, Date | null>;

declare module "../../platform/db/tables.ts" {
  interface Tables {
    organisation: {
      account_id: string;
      name: string;
      created_at: Time;
      second_factor_for: Generated<"nobody" | "administrators" | "everybody">;
      second_factor_from: MaybeTime;
    };
    set_up_token: { account_id: string; token_hash: Buffer; created_at: Time };
    domain: {
      account_id: string;
      name: string;
      created_at: Time;
      unverified: Generated<Unverified>;
    };
    person: {
      account_id: string;
      id: string;
      personal_account_id: string;
      name: string;
      roles: Role[];
      preferences: JSONColumnType<Preferences>;
      disabled_at: MaybeTime;
      removed_at: MaybeTime;
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
    share_grant: {
      account_id: string;
      type: string;
      container_id: string;
      principal_id: string;
      rights: string[];
      until: MaybeTime;
      granted_at: Time;
    };
    mail_address: { account_id: string; address: string; owner_id: string; is_primary: boolean };
    client_credential: {
      account_id: string;
      id: string;
      person_id: string;
      kind: "app-password" | "token";
      name: string;
      scope: Generated<CredentialScope>;
      is_read_only: Generated<boolean>;
      secret_hash: Buffer;
      created_at: Time;
      expires_at: MaybeTime;
      last_used_at: MaybeTime;
      last_used_ip: string | null;
    };
    second_factor: {
      account_id: string;
      person_id: string;
      sealed_secret: Buffer;
      created_at: Time;
      confirmed_at: MaybeTime;
      last_step: Generated<number>;
    };
    passkey: {
      account_id: string;
      id: string;
      person_id: string;
      credential_id: Buffer;
      public_key: Buffer;
      counter: number;
      name: string;
      created_at: Time;
      last_used_at: MaybeTime;
    };
    passkey_challenge: { account_id: string; challenge_hash: Buffer; expires_at: Time };
    recovery_code: { account_id: string; person_id: string; code_hash: Buffer };
    sign_in_session: {
      account_id: string;
      id: string;
      token_hash: Buffer;
      person_id: string;
      created_at: Time;
      last_seen_at: Time;
      user_agent: string;
      ip: string;
      passkey_id: string | null;
      proved_at: MaybeTime;
    };
    sign_in_event: {
      account_id: string;
      id: string;
      person_id: string;
      at: Time;
      result: string;
      way: "browser" | "passkey" | "program";
      ip: string;
      user_agent: string;
    };
    sign_in_failure: { account_id: string; key: string; count: number; since: Time };
    admin_act: {
      account_id: string;
      id: string;
      at: Time;
      person_id: string | null;
      verb: string;
      thing: string;
      ip: string | null;
      detail: JSONColumnType<Record<string, unknown>>;
    };
  }
}
