import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import type { Log } from "../log/index.ts";
import { StartError } from "../start-error.ts";
import { syncFolderAtOnce } from "../sync-folder.ts";

/** Keys and signatures by purpose, all from one secret, so that one purpose's say nothing about another's. */
export interface Secrets {
  /** A key of `length` bytes (32), the same at every start. */
  key(purpose: string, length?: number): Buffer;
  /** A signature of the text for this purpose, as base64url. */
  sign(purpose: string, text: string): string;
  /** In constant time. */
  verify(purpose: string, text: string, signature: string): boolean;
  /** Makes bytes unreadable and unchangeable for whoever has not the secret. */
  seal(purpose: string, bytes: Uint8Array): Buffer;
  /** What was sealed for this purpose. @throws Error when it was changed, or sealed with another secret. */
  open(purpose: string, sealed: Uint8Array): Buffer;
}

/** AES-256-GCM: the nonce and the tag stand in front of the sealed bytes. */
const CIPHER = "aes-256-gcm";
const NONCE = 12;
const TAG = 16;

/** Opens the secret's file; makes it, for its owner alone, when there is none. */
export function openSecrets(path: string, log: Log): Secrets {
  const secret = Buffer.from(readOrMake(path).trim(), "base64url");
  if (secret.length < 32)
    throw new StartError(`${path} does not contain a secret key. Restore it from a backup.`);
  if ((statSync(path).mode & 0o007) !== 0)
    log.warn({ path }, "every user of this machine can read the secret key; run chmod 600 on it");

  const keys = new Map<string, Buffer>();
  const key = (purpose: string, length = 32): Buffer => {
    const name = `${purpose}/${length}`;
    let found = keys.get(name);
    if (found === undefined) {
      found = Buffer.from(hkdfSync("sha256", secret, "atrium", purpose, length));
      keys.set(name, found);
    }
    return found;
  };
  const sign = (purpose: string, text: string): Buffer =>
    createHmac("sha256", key(purpose)).update(text).digest();

  return {
    key,
    sign: (purpose, text) => sign(purpose, text).toString("base64url"),
    verify(purpose, text, signature) {
      const given = Buffer.from(signature, "base64url");
      const right = sign(purpose, text);
      return given.length === right.length && timingSafeEqual(given, right);
    },
    seal(purpose, bytes) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv(CIPHER, key(`seal ${purpose}`), nonce);
      const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
    },
    open(purpose, sealed) {
      const nonce = sealed.subarray(0, NONCE);
      const cipher = createDecipheriv(CIPHER, key(`seal ${purpose}`), nonce, {
        authTagLength: TAG,
      });
      cipher.setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
      return Buffer.concat([cipher.update(sealed.subarray(NONCE + TAG)), cipher.final()]);
    },
  };
}

function readOrMake(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o711 });
  // Written aside and linked: a file that exists is whole, and of two makers one wins.
  const aside = `${path}.${process.pid}`;
  const file = openSync(aside, "w", 0o600);
  writeSync(file, `${randomBytes(32).toString("base64url")}\n`);
  fsyncSync(file);
  closeSync(file);
  chmodSync(aside, 0o600);
  try {
    linkSync(aside, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    unlinkSync(aside);
  }
  syncFolderAtOnce(dirname(path));
  return readFileSync(path, "utf8");
}
