import { Secret, TOTP } from "otpauth";

/** What an authenticator app shows at a time for a secret as it is typed. */
export function codeAt(secret: string, now: Date): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) });
  return totp.generate({ timestamp: now.getTime() });
}
