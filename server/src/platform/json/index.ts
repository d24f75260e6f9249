export { jsonBytes } from "./bytes.ts";
export { readJson, UnreadableJson } from "./read.ts";
export { jsonSize } from "./size.ts";
