/** What the REST routes around signing in (`api` of this folder) take and answer. */

export const ROLES = [
  "member",
  "administrator",
  "security-officer",
  "auditor",
  "help-editor",
] as const;
export type Role = (typeof ROLES)[number];

/** Who is signed in in this browser. */
export interface SessionInfo extends Preferences {
  readonly personId: string;
  readonly accountId: string;
  readonly name: string;
  readonly address: string;
  readonly roles: readonly Role[];
  readonly organisation: string;
  /** The organisation asks for a second factor and this person has none. */
  readonly owesSecondFactor?: OwedSecondFactor;
}

export interface OwedSecondFactor {
  /** RFC 3339. */
  readonly from: string;
  /** Until one is set up, every route but those for it answers 401 `secondFactorMissing`. */
  readonly isDue: boolean;
}

/** What a person chose for every browser. Where nothing is set, the browser's own setting counts. */
export interface Preferences {
  /** BCP 47. */
  readonly locale?: "en" | "ko";
  readonly theme?: "system" | "light" | "dark" | "contrast";
  readonly density?: "compact" | "regular" | "roomy";
}

/** `null` takes a choice back; what is left out stays. */
export type ChangePreferences = { readonly [Name in keyof Preferences]: Preferences[Name] | null };

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
  readonly open: boolean;
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

export interface SessionSummary {
  readonly id: string;
  readonly current: boolean;
  /** RFC 3339 date-times. */
  readonly createdAt: string;
  readonly lastSeenAt: string;
  readonly userAgent: string;
  readonly ip: string;
}

/** A sign-in to this account, or an attempt at one. */
export interface SignInEvent {
  readonly id: string;
  /** RFC 3339. */
  readonly at: string;
  /** Whether they got in. */
  readonly isIn: boolean;
  /** `passkey`: in a browser, without the password; `program`: the password came with a request, and not from the sign-in page. */
  readonly way: "browser" | "passkey" | "program";
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
