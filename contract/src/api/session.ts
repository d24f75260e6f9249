/** REST routes around signing in. All state-changing ones are checked for their Origin. */

export type Role = "member" | "administrator" | "security-officer" | "auditor" | "help-editor";

/** `GET /api/session`: who is signed in in this browser. 401 `notSignedIn` otherwise. */
export interface SessionInfo {
  readonly personId: string;
  readonly accountId: string;
  readonly name: string;
  readonly address: string;
  readonly roles: readonly Role[];
  readonly organisation: string;
  /** Set when the person chose a language; the browser's own otherwise. */
  readonly locale?: string;
}

/** `POST /api/sign-in`. Answers `SessionInfo`, 401 `wrongCredentials` or 429 `tooManyRequests`. */
export interface SignIn {
  readonly address: string;
  readonly password: string;
}

/** `GET /api/set-up?token=…` answers `{ open: true }` while the one-time link is good. `POST /api/set-up` answers `SessionInfo`. */
export interface SetUp {
  readonly token: string;
  readonly organisation: string;
  readonly domain: string;
  readonly name: string;
  /** The part before the `@` of the first administrator's address. */
  readonly localPart: string;
  readonly password: string;
}

/** `GET /api/sessions` answers a list of these; `DELETE /api/sessions/:id` revokes one; `POST /api/sign-out` ends this one. */
export interface SessionSummary {
  readonly id: string;
  readonly current: boolean;
  /** RFC 3339 date-times. */
  readonly createdAt: string;
  readonly lastSeenAt: string;
  readonly userAgent: string;
  readonly ip: string;
}

/** `POST /api/password`. Ends every other session of the person. */
export interface ChangePassword {
  readonly current: string;
  readonly next: string;
}

/** Limits on passwords, in characters (NFKC). ASVS 5.0 §6.2. */
export const PASSWORD_MIN_LENGTH = 10;
export const PASSWORD_MAX_LENGTH = 1024;
