export { OFFICE_LIMITS, type OfficeLimits } from "./limits.ts";
export { readOffice, type OfficeFault, type OfficeText } from "./read-office.ts";
export type { OfficeSection } from "./sections.ts";
