/** What files of a message may cost the window that shows them. Times are in milliseconds. */
export const PREVIEW_LIMITS = {
  /** Octets above which a file is saved and not shown. */
  largestPreview: 30_000_000,
  /** Octets of a text that are shown. */
  textShown: 262_144,
  /** Octets of a picture that gets a thumbnail, … */
  largestThumbnail: 10_000_000,
  /** … and of all pictures of a message that do. */
  allThumbnails: 30_000_000,
  /** What reading an office file may take. */
  officeTime: 10_000,
  /** Octets of files that are saved together. */
  largestDownload: 300_000_000,
} as const;
