/** What a file may cost the window that shows it. Times are in milliseconds. */
export const PREVIEW_LIMITS = {
  /** Octets above which a file is saved and not shown; sound and video are read as they play. */
  largestPreview: 30_000_000,
  /** Octets of a text that are shown. */
  textShown: 262_144,
  /** Octets of a picture that gets a thumbnail. */
  largestThumbnail: 10_000_000,
  /** What reading an office file may take. */
  officeTime: 10_000,
} as const;
