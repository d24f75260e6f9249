export {
  fillText,
  leftIn,
  placesIn,
  PLACEHOLDER_NAMES,
  PLACEHOLDERS,
  type Values,
} from "./placeholders.ts";
