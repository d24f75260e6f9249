import type { HistoryRange } from "@atrium/contract/types/operations";

/** How often a process writes down what it counted and how it is (milliseconds). */
export const WRITE_EVERY = 15_000;
/** How long the end of a process waits for its last figures to be written (milliseconds). */
export const STOP_WITHIN = 3000;
/** A process that gave no sign of life for so long is taken for ended (milliseconds). */
export const SILENT_AFTER = 4 * WRITE_EVERY;
/** Minutes that wait to be written while the database is away; older ones are given up. */
export const MINUTES_KEPT = 24 * 60;
/** Different faults that one process keeps between two writings; further ones are not told apart. */
export const FAULTS_KEPT = 100;
/** Longest text kept with a fault, in characters. */
export const DETAIL_LENGTH = 200;
/** Days for which faults are kept. */
export const FAULT_DAYS = 30;
/** Days for which the row of a process that died stays. */
export const PROCESS_DAYS = 1;
/** Rows shown of a list that may be long. */
export const DOMAINS_SHOWN = 50;
export const ACCOUNTS_SHOWN = 25;
export const FAULTS_SHOWN = 30;

export type Span = "minute" | "quarter" | "part";

const MINUTE = 60_000;

/** Length of the buckets in milliseconds, how many of them a chart shows, and how many are kept. */
export const SPANS = {
  minute: { length: MINUTE, shown: 60, kept: 3 * 60 },
  quarter: { length: 15 * MINUTE, shown: 96, kept: 3 * 96 },
  part: { length: 360 * MINUTE, shown: 120, kept: 400 },
} as const satisfies Record<Span, { length: number; shown: number; kept: number }>;

export const SPAN_OF: Readonly<Record<HistoryRange, Span>> = {
  hour: "minute",
  day: "quarter",
  month: "part",
};

/** When the bucket begins in which a moment lies (milliseconds). */
export const startOf = (span: Span, at: number): number => at - (at % SPANS[span].length);
