export { readTnef, tnefFiles, type TnefAttachment, type TnefContent } from "./read.ts";
export { rtfBody } from "./rtf.ts";
