import type { Properties } from "./define.ts";

/** What one account keeps and may keep, as `Person/storage` and `SharedAccount/storage` tell administrators. */
export interface AccountStorage {
  readonly accountId: string;
  readonly id: string;
  /** Octets of messages and files. */
  readonly octets: StorageOf;
  /** Messages. */
  readonly emails: StorageOf;
}

export interface StorageOf {
  readonly used: number;
  /** What holds for all who have no limit of their own; `null`: as much as they like. */
  readonly usual: number | null;
}

/** What may be said of an account that is not to keep as much as all. */
export const OWN_QUOTA = {
  /** Octets of messages and files that it may keep; `null`: as all. Lower than what is there, nothing new fits. */
  quotaOctets: { type: "UnsignedInt", nullable: true, default: null },
  /** Messages. */
  quotaEmails: { type: "UnsignedInt", nullable: true, default: null },
} as const;

/** What the methods take beyond the account. */
export const STORAGE_METHODS = {
  storage: { id: { type: "Id" } },
} as const satisfies Readonly<Record<string, Properties>>;
