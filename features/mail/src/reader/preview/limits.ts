/** Octets of files of one message. */
export const ATTACHMENT_LIMITS = {
  /** Of all pictures that get a thumbnail. */
  allThumbnails: 30_000_000,
  /** Of files that are saved together. */
  largestDownload: 300_000_000,
} as const;
