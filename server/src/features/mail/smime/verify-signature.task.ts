import type { EmailSignature } from "@atrium/contract/types/email-signature";
import { verifySignature } from "./verify-signature.ts";

export interface VerifySignatureInput {
  readonly bytes: Uint8Array;
  readonly now: Date;
}

/** Checks a signature in a thread of its own: what it holds, and how much, a stranger has decided. */
export function run({ bytes, now }: VerifySignatureInput): EmailSignature | null {
  return verifySignature(bytes, now);
}
