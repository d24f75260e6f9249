import purify, { type Config } from "dompurify";
import { boundHtml } from "../bounds/bound-html.ts";
import { breakRuns } from "../bounds/break-runs.ts";
import { FORBIDDEN_TAGS } from "../forbidden-tags.ts";
import { keepInPlace } from "./keep-in-place.ts";

/**
 * For mail that leaves or is being written: nothing runs, nothing is sent by itself and nothing leaves its place, while
 * words, looks, links and pictures stay as they were. What the reader shows is judged again when it arrives.
 */
const OUTGOING: Config = {
  USE_PROFILES: { html: true },
  // The editor has styles in attributes only, and the page's policy refuses sheets.
  FORBID_TAGS: [...FORBIDDEN_TAGS, "style"],
  FORBID_ATTR: [
    "accesskey",
    "autofocus",
    "contenteditable",
    "draggable",
    "id",
    "name",
    "ping",
    "popover",
    "tabindex",
  ],
  ADD_ATTR: ["bgcolor", "background", "data-cid"],
  ALLOW_DATA_ATTR: false,
  // Every attribute's value is held against it, so that what is no address (`100%`, `cite`) has to fit too.
  ALLOWED_URI_REGEXP:
    /^(?:(?:https?|mailto|tel|cid|blob):|data:image\/(?!svg)|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i,
};

/**
 * HTML that may be quoted in mail of one's own.
 * @param whenCut what is said at its end where it is too much for a window.
 */
export function cleanHtml(html: string, whenCut = "…"): string {
  const fragment = cleanFragment(html, whenCut);
  // In the cleaner's own document, in which no picture is fetched.
  const body = fragment.ownerDocument.createElement("div");
  body.append(fragment);
  return body.innerHTML;
}

/** The same as nodes of this page, as an editor takes them. */
export function cleanFragment(html: string, whenCut = "…"): DocumentFragment {
  const bounded = boundHtml(html);
  const fragment = purify.sanitize(bounded.html, { ...OUTGOING, RETURN_DOM_FRAGMENT: true });
  for (const element of fragment.querySelectorAll<HTMLElement>("[style], [class]"))
    keepInPlace(element);
  breakRuns(fragment);
  if (bounded.isCut) {
    const note = fragment.ownerDocument.createElement("div");
    note.textContent = whenCut;
    fragment.append(note);
  }
  return fragment;
}
