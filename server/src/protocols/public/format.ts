import type { Language } from "../http/index.ts";

const SIZES = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** A size in steps of 1,000, with at most one decimal, as windows write it. */
export function formatBytes(language: Language, octets: number): string {
  const step = Math.min(SIZES.length - 1, octets < 1000 ? 0 : Math.floor(Math.log10(octets) / 3));
  const unit = SIZES[step]!;
  const unitDisplay = unit === "byte" ? "long" : "short";
  const format = { style: "unit", unit, unitDisplay, maximumFractionDigits: 1 } as const;
  // `Intl` leaves no space before Latin units in Korean.
  return new Intl.NumberFormat(language, format)
    .format(octets / 1000 ** step)
    .replace(/\d(?=[a-z])/i, "$& ");
}

export const formatNumber = (language: Language, value: number): string =>
  new Intl.NumberFormat(language).format(value);

/** The day; nobody says in which time zone a stranger is. */
export const formatDate = (language: Language, time: string): string =>
  new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
    dateStyle: "medium",
    timeZone: "UTC",
  }).format(new Date(time));
