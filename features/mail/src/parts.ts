export { boundHtml } from "./foreign-html/bound-html.ts";
export { MAX_CHARACTERS, MAX_LINES, MAX_SEARCHED } from "./foreign-html/limits.ts";
export { cleanFragment, cleanHtml } from "./outgoing/clean-html.ts";
export { isNamed, namedParts } from "./reader/html-mail/held-parts.ts";
export { wayBack } from "./acts/way-back.ts";
