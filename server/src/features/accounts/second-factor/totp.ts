import { Secret, TOTP } from "otpauth";

/** Seconds of one code. What authenticator apps assume, as they do 6 digits and SHA-1 (RFC 6238 §4). */
const PERIOD = 30;
const DIGITS = 6;
/** RFC 4226 §4, R6: 160 bits. */
const SECRET_SIZE = 20;
/** Steps to either side: clocks of phones go wrong a little (RFC 6238 §5.2). */
const WINDOW = 1;

export const newSecret = (): Uint8Array => new Secret({ size: SECRET_SIZE }).bytes;

/** What people type where the picture can't be read: base32 in groups. */
export const typedSecret = (bytes: Uint8Array): string =>
  secretOf(bytes)
    .base32.match(/.{1,4}/g)!
    .join(" ");

/** The address in the picture. It names nothing that is the usual anyway, so that the picture stays small. */
export function otpauthUri(secret: Uint8Array, issuer: string, address: string): string {
  // A colon would end the issuer.
  const name = encodeURIComponent(issuer.replaceAll(":", " "));
  const query = `secret=${secretOf(secret).base32}&issuer=${name}`;
  return `otpauth://totp/${name}:${encodeURIComponent(address)}?${query}`;
}

/** The time step that a code is of, or null when it is of none that counts now. */
export function stepOf(secret: Uint8Array, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const totp = new TOTP({ secret: secretOf(secret), digits: DIGITS, period: PERIOD });
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : TOTP.counter({ period: PERIOD, timestamp }) + delta;
}

const secretOf = (bytes: Uint8Array): Secret =>
  new Secret({ buffer: new Uint8Array(bytes).buffer });
