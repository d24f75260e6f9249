import { defineRefusals, meaning } from "../../engine/index.ts";

/** RFC 9404 §4.3. */
export const BLOB_REFUSALS = defineRefusals({
  unknownDataType: meaning("invalidProperties", "unknownDataType", "invalid"),
});
