import { regionalTag } from "./locale.ts";

const UNITS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;

/** A length of time in the largest unit of which it is a whole number: `14 days`, `90 minutes`. */
export function formatDuration(seconds: number): string {
  const [unit, length] = UNITS.find(([, length]) => seconds % length === 0) ?? UNITS[3];
  return new Intl.NumberFormat(regionalTag(), {
    style: "unit",
    unit,
    unitDisplay: "long",
  }).format(seconds / length);
}
