export { decodeCsv } from "./decode-csv.ts";
export { CSV_LIMITS } from "./limits.ts";
export { readCsv, type Csv, type CsvFault, type CsvRow } from "./read-csv.ts";
export { unguarded, writeCsv } from "./write-csv.ts";
