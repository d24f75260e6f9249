import { createHash, randomBytes } from "node:crypto";

/** 256 bits that go into an address. */
export const newLinkToken = (): string => randomBytes(32).toString("base64url");

/** What is kept of a token, and what it is found by. */
export const linkTokenHash = (token: string): Buffer => createHash("sha256").update(token).digest();
