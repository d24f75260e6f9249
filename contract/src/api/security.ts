/** What the REST routes for a person's own security (`api.secondFactor`) take and answer. */

export interface SecondFactorState {
  /** Since when sign-ins ask for a code (RFC 3339); `null`: they don't. */
  readonly since: string | null;
  readonly recoveryCodesLeft: number;
}

/** A secret for an authenticator app that is yet to be confirmed by a code. */
export interface BeganSecondFactor {
  /** Base32, in groups to be typed. */
  readonly secret: string;
  /** `otpauth:`, for a QR code. */
  readonly uri: string;
}

export interface RecoveryCodes {
  readonly codes: readonly string[];
}

/** Where a link goes when the person forgot the password. */
export interface RecoveryAddress {
  /** `null`: nowhere. */
  readonly address: string | null;
  /** The one whose code was not typed yet. */
  readonly pending: string | null;
}

/**
 * Asked for again before something that a stolen session must not do. 401 `wrongCredentials`; where a second factor is on
 * `secondFactorRequired` without a code, `wrongCode` for a wrong one.
 */
export interface PasswordAgain {
  readonly password: string;
  /** Of the authenticator app, or a recovery code. */
  readonly code?: string;
}
