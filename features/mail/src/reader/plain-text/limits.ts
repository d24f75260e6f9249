/** What a text may cost that is looked at for how it is laid out. */
export const LAYOUT_LIMITS = {
  /** Lines at its beginning that are looked at … */
  layoutLines: 1000,
  /** … and characters of each. */
  layoutColumns: 300,
} as const;
