export { decodeEntities } from "./entities.ts";
export { htmlToText, type HtmlToTextOptions } from "./html-to-text.ts";
export { preview } from "./preview.ts";
export { splitQuoted, type TextBlock } from "./quoted-text.ts";
