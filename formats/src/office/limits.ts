/** What of an office file is shown. What is beyond is left out, and the reader says so. */
export const OFFICE_LIMITS = {
  /** Characters in all. */
  maxOfficeCharacters: 500_000,
  /** Slides and sheets. */
  maxOfficeSections: 200,
  /** Rows of one sheet. */
  maxOfficeRows: 1000,
  /** Columns of one sheet. */
  maxOfficeColumns: 60,
  /** Cells of all sheets, empty ones among them. */
  maxOfficeCells: 15_000,
} as const;

export type OfficeLimits = { readonly [Name in keyof typeof OFFICE_LIMITS]: number };
