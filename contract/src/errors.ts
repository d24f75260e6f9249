/** The closed list of failure codes that a person or an administrator can meet. `strings/` and help hold one entry each. */
export const LOAD_ERROR_CODES = [
  "RUNTIME-001",
  "RUNTIME-002",
  "RUNTIME-003",
  "RUNTIME-004",
  "RUNTIME-005",
  "RUNTIME-006",
  "RUNTIME-007",
  "RUNTIME-008",
  "TYPE-001",
  "BUILD-001",
  "REMOTE-001",
  "REMOTE-002",
  "CHUNK-001",
  "STYLE-001",
] as const;

/**
 * A code of something that did not load: federation's own codes, two for what the organisation does not want loaded (a remote
 * that is switched off, another version than the pinned one), one for a chunk, one for a stylesheet.
 */
export type LoadErrorCode = (typeof LOAD_ERROR_CODES)[number];

/** Refusals that the server's own routes answer, as the `code` of a problem document (RFC 9457). */
export const REFUSAL_CODES = {
  badRequest: 400,
  notSignedIn: 401,
  wrongCredentials: 401,
  /** The password is right; the code of an authenticator app has to come with it. */
  secondFactorRequired: 401,
  wrongCode: 401,
  /** The password is right; the organisation asks for more, and this person has a passkey for it. */
  passkeyRequired: 401,
  /** A passkey that is not known, or not what was asked for. */
  wrongPasskey: 401,
  /** The organisation asks for a second factor; until the person has set one up, nothing else is answered. */
  secondFactorMissing: 401,
  /** The last proof of who it is is too old for this; `api.session.prove`, then once more. */
  proofRequired: 401,
  forbidden: 403,
  wrongOrigin: 403,
  /** Passwords, sessions and mail do not travel unencrypted, unless the configuration lets them. */
  unencrypted: 403,
  notFound: 404,
  alreadyExists: 409,
  setUpDone: 409,
  tooLarge: 413,
  invalid: 422,
  weakPassword: 422,
  tooManyRequests: 429,
  overQuota: 507,
  serverFail: 500,
  unavailable: 503,
} as const;

export type RefusalCode = keyof typeof REFUSAL_CODES;

/** A problem document (RFC 9457) as every REST route of the suite answers it. `id` finds the log line. */
export interface Problem {
  readonly type: "about:blank";
  readonly title: string;
  readonly status: number;
  readonly code: RefusalCode;
  readonly detail?: string;
  readonly id?: string;
  /** Seconds to wait before another try, with `tooManyRequests`. */
  readonly retryAfter?: number;
  /** With `notSignedIn`: there was a session, and time alone ended it. What the browser keeps may wait for that person. */
  readonly hasExpired?: true;
}
