/** What a ZIP file may be that a stranger has sent. */
export const ZIP_LIMITS = {
  /** Files in it. */
  maxZipEntries: 10_000,
  /** Octets that are unpacked of it in all, however little they take in it. */
  maxUnzipped: 50_000_000,
} as const;

export type ZipLimits = { readonly [Name in keyof typeof ZIP_LIMITS]: number };
