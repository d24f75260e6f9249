export { accentTokens, GROUNDS } from "./accent.ts";
export { contrast, isColour } from "./colour.ts";
