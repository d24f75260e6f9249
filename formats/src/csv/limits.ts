/** What a file of values may be. One beyond a limit is read not at all: half a list would look like a whole one. */
export const CSV_LIMITS = {
  /** Octets of a file, and characters of a text. */
  maxCsvOctets: 10_000_000,
  /** Records, the header among them. */
  maxCsvRows: 50_001,
  /** Cells of one record. */
  maxCsvColumns: 200,
  /** Characters of one cell. */
  maxCsvCell: 10_000,
} as const;

export type CsvLimits = { readonly [Name in keyof typeof CSV_LIMITS]: number };
