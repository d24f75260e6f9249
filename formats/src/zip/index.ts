export { ZIP_LIMITS, type ZipLimits } from "./limits.ts";
export { openZip, ZipError, type Zip, type ZipFault } from "./read-zip.ts";
export { crc32, writeZip, type ZipEntry } from "./write-zip.ts";
