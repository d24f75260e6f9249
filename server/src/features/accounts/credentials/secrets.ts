import { createHash, randomBytes } from "node:crypto";

/** Without letters and digits that look alike: 5 bits a character. */
const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";
const GROUP = 4;

/** So many random characters in groups that can be read aloud. */
export function randomWord(length: number): string {
  const characters = Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]!);
  return characters
    .join("")
    .match(new RegExp(`.{${GROUP}}`, "g"))!
    .join("-");
}

/** As it was made, however a user typed it: without spaces and hyphens, in lower case. */
export const plainWord = (text: string): string => text.replace(/[\s-]/g, "").toLowerCase();

export const hashOf = (secret: string): Buffer => createHash("sha256").update(secret).digest();

/** 140 bits. */
const APP_PASSWORD_LENGTH = 28;
const APP_PASSWORD = new RegExp(`^[${ALPHABET}]{${APP_PASSWORD_LENGTH}}$`);
/** The prefix lets scanners for leaked secrets know it. */
const TOKEN = /^atrium_[\w-]{43}$/;

const GUEST_TOKEN = /^atrium_guest_[\w-]{43}$/;

export const newAppPassword = (): string => randomWord(APP_PASSWORD_LENGTH);
export const newClientToken = (): string => `atrium_${randomBytes(32).toString("base64url")}`;

/** What is stored of an app password, or null when a text can't be one. */
export function appPasswordHash(text: string): Buffer | null {
  // Longer texts are not worth the work of looking at them.
  const plain = text.length > 100 ? "" : plainWord(text);
  return APP_PASSWORD.test(plain) ? hashOf(plain) : null;
}

export const newGuestToken = (): string => `atrium_guest_${randomBytes(32).toString("base64url")}`;

/** What is stored of a guest's secret, or null when a text can't be one. */
export const guestTokenHash = (text: string): Buffer | null =>
  GUEST_TOKEN.test(text) ? hashOf(text) : null;

/** What is stored of a token, or null when a text can't be one. */
export const clientTokenHash = (text: string): Buffer | null =>
  TOKEN.test(text) ? hashOf(text) : null;
