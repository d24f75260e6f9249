export { boundHtml } from "./bounds/bound-html.ts";
export { runBreaker } from "./bounds/break-runs.ts";
export {
  MAX_AHEAD,
  MAX_BLOCKS,
  MAX_CHARACTERS,
  MAX_LINES,
  MAX_LINKS,
  MAX_PICTURES,
  MAX_SEARCHED,
  MAX_TEXTS,
} from "./bounds/limits.ts";
export { isBitmap, isNamed, isShownByHtml, namedParts } from "./parts/held-parts.ts";
export { sanitise, type SafeMail, type WindowLike } from "./reading/sanitise.ts";
export { cleanFragment, cleanHtml } from "./writing/clean-html.ts";
