import { readReport, type Report } from "./read-report.ts";

export interface ReportInput {
  /** The message that may be a report. */
  readonly bytes: Uint8Array;
}

/** Reads a report in a thread of its own: what it holds, and how much, a stranger has decided. */
export function run({ bytes }: ReportInput): Report | null {
  return readReport(bytes);
}
