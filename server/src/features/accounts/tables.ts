import type { Unverified } from "@atrium/contract/types/domain";
import type { CredentialKind, CredentialScope } from "@atrium/contract/types/client-credential";
import type { InvitationKind, Role, SignInEvent } from "@atrium/contract/api/session";
import type { LogoVariant } from "@atrium/contract/types/organisation";
import type { ShareNotificationRecord } from "@atrium/contract/types/share-notification";
import type { NoticeEvent } from "./notices/notice-event.ts";
import type { PictureHeader } from "./organisation/picture-header.ts";
import type { ColumnType, Generated, JSONColumnType } from "kysely";

/** `timestamptz`: a `Date` both ways. */
type Time = ColumnType<Date, Date, Date>;
type MaybeTime = ColumnType<Date | null, Date | null, Date | null>;

/** Rights by the id of who has them. */
export type RightsByPrincipal = Readonly<Record<string, readonly string[]>>;

declare module "../../platform/db/tables.ts" {
  interface Tables {
    organisation: {
      account_id: string;
      name: string;
      created_at: Time;
      accent: Generated<string | null>;
    };
    organisation_logo: {
      account_id: string;
      variant: LogoVariant;
      hash: string;
      media_type: PictureHeader["mediaType"];
      width: number;
      height: number;
      octets: Buffer;
    };
    policy: {
      account_id: string;
      name: string;
      value: JSONColumnType<Record<string, unknown>>;
      reason: string;
    };
    remote: {
      account_id: string;
      id: string;
      is_enabled: boolean;
      reason: string | null;
      pinned_version: string | null;
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
      preferences: JSONColumnType<Record<string, unknown>>;
      disabled_at: MaybeTime;
      removed_at: MaybeTime;
      created_at: Time;
    };
    person_password: { account_id: string; person_id: string; hash: string; changed_at: Time };
    person_group: { account_id: string; id: string; name: string; created_at: Time };
    person_group_member: { account_id: string; group_id: string; member_id: string; since: Time };
    shared_account: {
      account_id: string;
      id: string;
      name: string;
      created_at: Time;
      removed_at: MaybeTime;
    };
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
      /** The person who passed it on; `""`: it was given by somebody who has the whole account. */
      given_by: ColumnType<string, string | undefined, string>;
      rights: string[];
      until: MaybeTime;
      granted_at: Time;
      /** What the container was called when it was shared, or renamed since. */
      name: string;
    };
    /** As `share_grant` was, and will be again. */
    share_suspended: {
      account_id: string;
      type: string;
      container_id: string;
      principal_id: string;
      given_by: string;
      rights: string[];
      until: MaybeTime;
      name: string;
    };
    share_principal: {
      account_id: string;
      principal_id: string;
      /** Another one whenever something else is shared with the principal. */
      version: string;
    };
    share_unsettled: {
      account_id: string;
    };
    share_change: {
      account_id: string;
      id: string;
      at: Time;
      members_at: Time;
      by_id: string | null;
      type: string;
      container_id: string;
      was_called: string;
      name: string;
      was: JSONColumnType<RightsByPrincipal>;
      is: JSONColumnType<RightsByPrincipal>;
      above: JSONColumnType<RightsByPrincipal>;
      told: Generated<string>;
    };
    share_notification: {
      account_id: string;
      id: string;
      created: Time;
      changed_by: JSONColumnType<ShareNotificationRecord["changedBy"]>;
      object_type: string;
      object_account_id: string;
      object_id: string;
      name: string;
      old_rights: JSONColumnType<Record<string, boolean>> | null;
      new_rights: JSONColumnType<Record<string, boolean>> | null;
    };
    share_guest: {
      account_id: string;
      id: string;
      name: string;
      email: string | null;
      until: MaybeTime;
      created_at: Time;
      secret_hash: Buffer | null;
    };
    mail_address: { account_id: string; address: string; owner_id: string; is_primary: boolean };
    client_credential: {
      account_id: string;
      id: string;
      person_id: string;
      kind: CredentialKind;
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
      /** When it ended for good: a policy did it, or it was found that time had. */
      ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
      /** Whether its person still sees it. */
      is_listed: Generated<boolean>;
    };
    sign_in_event: {
      account_id: string;
      id: string;
      person_id: string;
      at: Time;
      result: string;
      way: SignInEvent["way"];
      ip: string;
      user_agent: string;
    };
    sign_in_failure: { account_id: string; key: string; count: number; since: Time };
    invitation: {
      account_id: string;
      person_id: string;
      kind: InvitationKind;
      token_hash: Buffer;
      expires_at: Time;
    };
    recovery_address: {
      account_id: string;
      person_id: string;
      address: string | null;
      pending: string | null;
      code_hash: Buffer | null;
      code_expires_at: MaybeTime;
      code_failures: number;
      former: string | null;
      sent_count: number;
      sent_since: Time;
    };
    account_notice: {
      account_id: string;
      id: string;
      at: Time;
      by_id: string | null;
      person_id: string;
      event: NoticeEvent;
      roles_given: Role[];
      roles_taken: Role[];
      detail: string | null;
    };
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
