import purify, { type Config } from "dompurify";
import { FORBIDDEN_TAGS } from "../forbidden-tags.ts";

/**
 * For mail that leaves or is being written: nothing runs and nothing is sent by itself, while words, looks, links and
 * pictures stay as they were. What the reader shows is judged anew when it arrives.
 */
const OUTGOING: Config = {
  USE_PROFILES: { html: true },
  // The editor has styles in attributes only, and the page's policy refuses sheets.
  FORBID_TAGS: [...FORBIDDEN_TAGS, "style"],
  FORBID_ATTR: ["autofocus", "contenteditable", "draggable", "id", "name", "ping", "tabindex"],
  ADD_ATTR: ["bgcolor", "background", "data-cid"],
  ALLOW_DATA_ATTR: false,
  // Every attribute's value is held against it, so that what is no address (`100%`, `cite`) has to fit too.
  ALLOWED_URI_REGEXP:
    /^(?:(?:https?|mailto|tel|cid|blob):|data:image\/(?!svg)|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i,
};

/** The page's policy refuses style sheets of mails already while they are parsed, and says so for each. */
const SHEETS = /<style\b[^>]*>[^]*?<\/style\s*>/gi;

/** HTML that may be quoted in mail of one's own. */
export function cleanHtml(html: string): string {
  return purify.sanitize(html.replace(SHEETS, ""), OUTGOING);
}

/** The same as nodes of this page, as an editor takes them. */
export function cleanFragment(html: string): DocumentFragment {
  return purify.sanitize(html.replace(SHEETS, ""), { ...OUTGOING, RETURN_DOM_FRAGMENT: true });
}
