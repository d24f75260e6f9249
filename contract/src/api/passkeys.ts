/**
 * What a device is asked about passkeys and what it answers, for `Passkey/begin` and `Passkey/add` and the REST routes
 * (`api.secondFactor`, `api.session`). The options and answers are the JSON
 * of Web Authentication (level 3, §5.1.8 to §5.1.10), in which bytes are base64url; of the answers, what we read of them.
 */

interface PasskeyNamed {
  readonly type: "public-key";
  readonly id: string;
}

/** For `navigator.credentials.create`. */
export interface PasskeyCreation {
  readonly challenge: string;
  readonly rp: { readonly id: string; readonly name: string };
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
  readonly pubKeyCredParams: readonly { readonly type: "public-key"; readonly alg: number }[];
  /** Milliseconds. */
  readonly timeout: number;
  /** Those that the person has: the same device makes no second one. */
  readonly excludeCredentials: readonly PasskeyNamed[];
  readonly authenticatorSelection: {
    readonly residentKey: "required";
    readonly requireResidentKey: true;
    readonly userVerification: "required";
  };
  readonly attestation: "none";
}

/** For `navigator.credentials.get`. */
export interface PasskeyRequest {
  readonly challenge: string;
  readonly rpId: string;
  /** Milliseconds. */
  readonly timeout: number;
  readonly userVerification: "required";
  /** Empty: whichever the person has. */
  readonly allowCredentials: readonly PasskeyNamed[];
}

/** What `navigator.credentials.create` answered. */
export interface CreatedPasskey {
  readonly id: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    /** SubjectPublicKeyInfo. */
    readonly publicKey: string;
  };
}

/** What `navigator.credentials.get` answered. */
export interface ShownPasskey {
  readonly id: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle: string;
  };
}

/** 401 `wrongPasskey` when it is not what was asked for, 409 `alreadyExists`, 403 `forbidden` when there are too many. */
export interface AddPasskey {
  readonly name: string;
  readonly created: CreatedPasskey;
}
