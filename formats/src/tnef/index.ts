export { readTnef, type TnefAttachment, type TnefContent } from "./read.ts";
