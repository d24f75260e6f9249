export { decodeEntities } from "./entities.ts";
export { htmlToText, type HtmlToTextOptions } from "./html-to-text.ts";
export { preview } from "./preview.ts";
export { splitQuoted, type TextBlock } from "./quoted-text.ts";
export { tokenise, type HtmlToken } from "./tokens.ts";
export { escapeHtml, textToHtml } from "./text-to-html.ts";
