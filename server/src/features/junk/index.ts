import type { Served } from "../../engine/index.ts";
import { quarantinedMail } from "./quarantine/quarantined-mail.ts";
import "./tables.ts";

export { junkJobs } from "./jobs.ts";
export { judgeArrival } from "./judging/judge-arrival.ts";
export { holdMail } from "./quarantine/hold-mail.ts";
export { askRspamd } from "./scanners/rspamd.ts";
export { clamdVersion } from "./scanners/clamd.ts";
export { createScanners, type Scanners, type ScanOutcome } from "./scanners/scan.ts";

/** The data types of junk and viruses. */
export const junkTypes: readonly Served[] = [quarantinedMail];
