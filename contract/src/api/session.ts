import type { Choices } from "../types/preferences.ts";

/** What the REST routes around signing in (`api` of this folder) take and answer. */

export const ROLES = [
  "member",
  "administrator",
  "security-officer",
  "auditor",
  "help-editor",
] as const;
export type Role = (typeof ROLES)[number];

/** Those that open something today. The others are known, so that an import or an export keeps them, and are not offered. */
export const OFFERED_ROLES = ["member", "administrator"] as const satisfies readonly Role[];

/** Who is signed in in this browser, with what its windows need to know before they show anything. */
export interface SessionInfo {
  readonly personId: string;
  readonly accountId: string;
  readonly name: string;
  readonly address: string;
  readonly roles: readonly Role[];
  readonly organisation: string;
  /** What the person chose, as it is in `Preferences`. */
  readonly preferences: Choices;
  /** The organisation decided that browsers keep no mail (`Policies`). */
  readonly keepsNothing?: true;
  /** The organisation asks for a second factor and this person has none. */
  readonly owesSecondFactor?: OwedSecondFactor;
}

export interface OwedSecondFactor {
  /** RFC 3339. */
  readonly from: string;
  /** Until one is set up, every route but those for it answers 401 `secondFactorMissing`. */
  readonly isDue: boolean;
  /** The organisation's, in words. */
  readonly reason?: string;
}

/**
 * Answers `SessionInfo`, 401 `wrongCredentials`, 429 `tooManyRequests` or 503 `unavailable`. Where a second factor is
 * on: 401 `secondFactorRequired` without a code, `wrongCode` for a wrong one; where the organisation asks for one and the
 * person has a passkey for it: 401 `passkeyRequired`.
 */
export interface SignIn {
  readonly address: string;
  readonly password: string;
  /** Of the authenticator app, or a recovery code. */
  readonly code?: string;
}

export interface SetUpState {
  /** Whether the link is good. */
  readonly open: boolean;
  /** There is no organisation yet, so that nobody can sign in. */
  readonly isEmpty: boolean;
}

/** The first administrator and the organisation. 409 `setUpDone` when there is one already. */
export interface SetUp {
  readonly token: string;
  readonly organisation: string;
  readonly domain: string;
  readonly name: string;
  /** The part before the `@` of the first administrator's address. */
  readonly localPart: string;
  readonly password: string;
}

/** `recovery`: the person asked for it, and it went to their recovery address; else an administrator made it. */
export type InvitationKind = "invitation" | "recovery";

/** What the page of an invitation shows; for one that is wrong, used or expired, nothing. */
export type InvitationState =
  | { readonly open: false }
  | {
      readonly open: true;
      readonly kind: InvitationKind;
      readonly organisation: string;
      readonly name: string;
      readonly address: string;
    };

export interface AcceptInvitation {
  readonly token: string;
  readonly password: string;
  /** Of the second factor, where one is on. */
  readonly code?: string;
  /** In which language the page is: that of the person, unless they chose one. */
  readonly locale?: "en" | "ko";
}

/** A sign-in to this account, or an attempt at one. */
export interface SignInEvent {
  readonly id: string;
  /** RFC 3339. */
  readonly at: string;
  /** Whether they got in. */
  readonly isIn: boolean;
  /** `passkey`: in a browser, without the password; `invitation`: by a link that an administrator made; `recovery`: by one sent to the recovery address; `program`: the password came with a request, and not from the sign-in page. */
  readonly way: "browser" | "passkey" | "program" | InvitationKind;
  readonly userAgent: string;
  readonly ip: string;
}

export interface ChangePassword {
  readonly current: string;
  readonly next: string;
}

/** Limits on passwords, in characters (NFKC). ASVS 5.0 §6.2. */
export const PASSWORD_MIN_LENGTH = 12;
export const PASSWORD_MAX_LENGTH = 1024;
