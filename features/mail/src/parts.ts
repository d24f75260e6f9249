export { cleanFragment, cleanHtml } from "./outgoing/clean-html.ts";
export { wayBack } from "./acts/way-back.ts";
