export { addressesOfHost, checkRecord, leadsBack } from "./check.ts";
export type { CheckedRecord, CheckOptions } from "./check.ts";
export { wantedRecords } from "./records.ts";
export type { WantedRecord } from "./records.ts";
