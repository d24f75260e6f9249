/** What the REST routes for a person's own security (`api.credentials`, `api.secondFactor`) take and answer. */

/** What of its person's a program may use; the settings and the administration are for browsers alone. */
export const CREDENTIAL_SCOPES = ["all", "mail", "contacts", "files"] as const;
export type CredentialScope = (typeof CREDENTIAL_SCOPES)[number];

export interface CredentialAccess {
  readonly scope: CredentialScope;
  /** Whether it changes and sends nothing. */
  readonly isReadOnly: boolean;
}

/** A secret that another program signs in with; the secret itself is answered only when it is made. */
export interface ClientCredential extends CredentialAccess {
  readonly id: string;
  /** An app password goes with the address (Basic, SMTP); a token goes alone (`Authorization: Bearer`). */
  readonly kind: "app-password" | "token";
  readonly name: string;
  /** RFC 3339 date-times. */
  readonly createdAt: string;
  /** `null`: never. */
  readonly expiresAt: string | null;
  /** Exact to some minutes. */
  readonly lastUsedAt: string | null;
}

/** A session left open must not become a lasting way in. */
export interface CreateCredential extends PasswordAgain, CredentialAccess {
  readonly kind: ClientCredential["kind"];
  readonly name: string;
  /** Days until it expires; `null`: never. */
  readonly days: number | null;
}

/** Holds from the next request on; connections end and come back. 404 `notFound` */
export interface ChangeCredential extends PasswordAgain, CredentialAccess {
  readonly name: string;
}

export interface CreatedCredential {
  readonly credential: ClientCredential;
  readonly secret: string;
}

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

/** Whom an organisation may ask for a second factor. */
export const SECOND_FACTOR_FOR = ["nobody", "administrators", "everybody"] as const;

export interface SecondFactorRule {
  readonly for: (typeof SECOND_FACTOR_FOR)[number];
  /** From then on (RFC 3339) who has none gets in only to set one up; `null` with `nobody`. */
  readonly from: string | null;
  /** How many people it means who have none yet. */
  readonly without: number;
}

/** 403 `forbidden` when it means who asks it and that person has no second factor. */
export interface ChangeSecondFactorRule {
  readonly for: SecondFactorRule["for"];
  /** Days until it holds; 0: at once. */
  readonly days: number;
}

export interface RecoveryCodes {
  readonly codes: readonly string[];
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
