import type {
  CreatedPasskey,
  PasskeyCreation,
  PasskeyRequest,
  ShownPasskey,
} from "@atrium/contract/api/passkeys";

/**
 * Why this browser or the device gave no passkey: they know none, the page's address has none (no encryption, or a number
 * for a name), the person stopped or waited too long, the device has one already, it is another user's, or the device
 * cannot look who someone is.
 */
export type PasskeyFault =
  | "passkeyUnknown"
  | "passkeyAddress"
  | "passkeyStopped"
  | "passkeyThere"
  | "passkeyOther"
  | "passkeyDevice";

/** What a person reads comes from strings by `code`. */
export class PasskeyFailed extends Error {
  override readonly name = "PasskeyFailed";
  readonly code: PasskeyFault;

  constructor(code: PasskeyFault, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

/** Why there can be no passkeys in this window at all; undefined when there can. */
export function passkeysAway(): PasskeyFault | undefined {
  // A site of passkeys is called by a name (WebAuthn, §5.1.2).
  if (!isSecureContext || /^[\d.]+$|^\[/.test(location.hostname)) return "passkeyAddress";
  return "PublicKeyCredential" in globalThis ? undefined : "passkeyUnknown";
}

/** Whether the browser can offer passkeys where a name is typed. */
export async function canAutofillPasskeys(): Promise<boolean> {
  if (passkeysAway() !== undefined) return false;
  return (await known().isConditionalMediationAvailable?.()) ?? false;
}

/** Has the device make a passkey. @throws PasskeyFailed */
export async function createPasskey(options: PasskeyCreation): Promise<CreatedPasskey> {
  const { challenge, user, excludeCredentials, pubKeyCredParams } = options;
  const publicKey: PublicKeyCredentialCreationOptions = {
    ...options,
    challenge: bytesOf(challenge),
    user: { ...user, id: bytesOf(user.id) },
    pubKeyCredParams: [...pubKeyCredParams],
    excludeCredentials: excludeCredentials.map(withBytes),
  };
  const { id, response } = await made(() => navigator.credentials.create({ publicKey }));
  if (!(response instanceof AuthenticatorAttestationResponse))
    throw new PasskeyFailed("passkeyDevice");
  const key = response.getPublicKey();
  if (key === null) throw new PasskeyFailed("passkeyDevice");
  return {
    id,
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      authenticatorData: textOf(response.getAuthenticatorData()),
      publicKey: textOf(key),
    },
  };
}

/**
 * Has the device show a passkey.
 * @param inField offers them in the field for the name, as long as it takes, instead of asking at once.
 * @param personId whose it has to be.
 * @throws PasskeyFailed
 */
export async function showPasskey(
  { allowCredentials, challenge, ...request }: PasskeyRequest,
  {
    signal,
    inField = false,
    personId,
  }: { readonly signal: AbortSignal; readonly inField?: boolean; readonly personId?: string },
): Promise<ShownPasskey> {
  const publicKey: PublicKeyCredentialRequestOptions = {
    ...request,
    challenge: bytesOf(challenge),
    allowCredentials: allowCredentials.map(withBytes),
  };
  const { id, response } = await made(() =>
    navigator.credentials.get({ publicKey, signal, ...(inField && { mediation: "conditional" }) }),
  );
  if (!(response instanceof AuthenticatorAssertionResponse))
    throw new PasskeyFailed("passkeyDevice");
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const owner = userHandle === null ? "" : new TextDecoder().decode(userHandle);
  if (personId !== undefined && owner !== personId) throw new PasskeyFailed("passkeyOther");
  return {
    id,
    response: {
      clientDataJSON: textOf(clientDataJSON),
      authenticatorData: textOf(authenticatorData),
      signature: textOf(signature),
      userHandle: userHandle === null ? "" : textOf(userHandle),
    },
  };
}

/** Signals to password managers that a passkey lets nobody in any more, so that they stop offering it. */
export function forgetPasskey(credentialId: string): void {
  known()
    .signalUnknownCredential?.({ rpId: location.hostname, credentialId })
    .catch(() => undefined);
}

/** Not every browser has all of it. */
const known = (): Partial<typeof PublicKeyCredential> => PublicKeyCredential;

async function made(work: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  const away = passkeysAway();
  if (away !== undefined) throw new PasskeyFailed(away);
  let credential: Credential | null;
  try {
    credential = await work();
  } catch (cause) {
    const name = cause instanceof DOMException ? cause.name : "";
    throw new PasskeyFailed(FAULTS[name] ?? "passkeyDevice", { cause });
  }
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyFailed("passkeyStopped");
  return credential;
}

/** Browsers report a refusal and a timeout alike. */
const FAULTS: Readonly<Record<string, PasskeyFault>> = {
  NotAllowedError: "passkeyStopped",
  AbortError: "passkeyStopped",
  InvalidStateError: "passkeyThere",
  SecurityError: "passkeyAddress",
};

const withBytes = ({ type, id }: { readonly type: "public-key"; readonly id: string }) => ({
  type,
  id: bytesOf(id),
});

/** Base64url, both ways. */
const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
const textOf = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
