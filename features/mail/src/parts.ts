export { cleanFragment, cleanHtml } from "./outgoing/clean-html.ts";
