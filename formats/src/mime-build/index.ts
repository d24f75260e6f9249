export { addressField, groupedAddressField } from "./addresses.ts";
export { buildMessage, type BuiltPart } from "./build.ts";
export {
  dateField,
  dateValue,
  isAngleText,
  isFieldName,
  isRawValue,
  messageIdField,
  rawField,
  urlField,
} from "./fields.ts";
export { parameterField } from "./parameters.ts";
export { textField } from "./words.ts";
