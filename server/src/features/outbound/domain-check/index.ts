export { addressesOfHost, checkRecord, leadsBack } from "./check.ts";
export type { CheckedRecord, CheckOptions } from "./check.ts";
export { checkDomain, checkHost } from "./check-domain.ts";
export type { CheckedHost, CheckedServer } from "./check-domain.ts";
export { wantedRecords } from "./records.ts";
export type { WantedRecord } from "./records.ts";
