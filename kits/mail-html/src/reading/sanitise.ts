import createPurify, { type Config, type WindowLike } from "dompurify";
import { FORBIDDEN_TAGS } from "../forbidden-tags.ts";
import { boundHtml } from "../bounds/bound-html.ts";
import { breakRuns } from "../bounds/break-runs.ts";
import { MAX_PICTURES, MAX_SHEETS } from "../bounds/limits.ts";
import { StyleBudget } from "../bounds/style-budget.ts";
import { isTrackingPixel } from "./tracking-pixel.ts";
import { cleanDeclarations, cleanSheet, type StyleContext } from "./styles.ts";

export type { WindowLike };

/** A mail's HTML as it may be shown. */
export interface SafeMail {
  /** Style sheets, in order. */
  readonly styles: readonly string[];
  /** An inert body element with its attributes; to be imported into the frame. */
  readonly body: HTMLElement;
  /** How many pictures, fonts and the like were not fetched from other servers. */
  readonly blocked: number;
  /** The addresses of pictures on other servers, as the mail writes them. */
  readonly remote: readonly string[];
  /** The addresses of those that only tell the sender that the message was read: they are never fetched. */
  readonly trackers: readonly string[];
  /** Whether the mail brings colours; one that brings none may take those of the page. */
  readonly isColoured: boolean;
  /** Some of it is left out, or has lost its looks: it would cost too much to show. */
  readonly isCut: boolean;
}

const PURIFY: Config & { RETURN_DOM: true } = {
  USE_PROFILES: { html: true },
  WHOLE_DOCUMENT: true,
  RETURN_DOM: true,
  FORBID_TAGS: FORBIDDEN_TAGS,
  FORBID_ATTR: [
    "autofocus",
    "contenteditable",
    "draggable",
    "hidden",
    "popover",
    "ping",
    "tabindex",
    "usemap",
  ],
  ADD_ATTR: ["bgcolor", "background", "text", "link", "vlink", "alink"],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: true,
};

/** Attributes that make the browser fetch something. */
const FETCHED = ["background", "poster", "lowsrc", "dynsrc", "longdesc", "cite", "data", "action"];
const REMOTE = /^(?:https?:)?\/\/./i;
const LINKS = /^(?:https?:\/\/|mailto:|tel:)/i;
/** SVG is not among them: a few lines of it can draw for hours. */
const OWN_PICTURES = /^data:image\/(?:png|jpe?g|gif|webp|bmp|avif|x-icon)[;,]/i;
const ZERO = /^0(?:px)?$/;
const COLOUR = /(?:^|-)(?:color|background)/;

/**
 * Makes a mail's HTML harmless: nothing runs, nothing is sent, nothing is asked of another server; its styles stay.
 * The frame's own policy and sandbox stand behind it (docs/decisions/0006).
 * @param heldAt the address of a part of the mail by its `Content-ID`, while it has one.
 * @param proxied the address at which our server shows a picture of another, by the address there.
 * @param frame the window of the mail's frame. The mail is parsed there, under the frame's policy: the page's own
 *   policy would refuse the mail's style sheets, and say so for each.
 */
export function sanitise(
  html: string,
  heldAt: (cid: string) => string | undefined,
  frame: WindowLike,
  proxied: ReadonlyMap<string, string> = new Map(),
): SafeMail {
  const remote = new Set<string>();
  const trackers = new Set<string>();
  let blocked = 0;
  const bounded = boundHtml(html);
  const budget = new StyleBudget(bounded.elements);
  const context: StyleContext = {
    budget,
    addressOf(url) {
      const address = url.trim();
      if (/^cid:/i.test(address)) return heldAt(decodeCid(address.slice(4)));
      if (OWN_PICTURES.test(address)) return url;
      if (!REMOTE.test(address)) return undefined;
      if (remote.size < MAX_PICTURES) remote.add(address);
      return proxied.get(address);
    },
    blocked: () => void (blocked += 1),
  };

  const root = createPurify(frame).sanitize(bounded.html, PURIFY) as HTMLElement;
  const body = root.querySelector("body") ?? root.ownerDocument.createElement("body");
  const styles = bounded.styles.slice(0, MAX_SHEETS).map((text) => cleanSheet(text, context));
  let isColoured = styles.some((clean) => /(?:color|background)\s*:/i.test(clean));
  for (const element of [body, ...body.querySelectorAll<HTMLElement>("*")]) {
    if (element.hasAttribute("style")) {
      cleanDeclarations(element.style, context);
      isColoured ||= [...element.style].some((name) => COLOUR.test(name));
    }
    isColoured ||= element.matches("[bgcolor], [text], font[color]");
    for (const name of FETCHED) {
      const value = element.getAttribute(name);
      if (value === null) continue;
      element.removeAttribute(name);
      if (name === "background") keepBackground(element, value, context);
    }
    if (element.localName === "img") {
      const tracker = keepPicture(element, context);
      if (tracker !== undefined && !trackers.has(tracker) && trackers.size < MAX_PICTURES) {
        trackers.add(tracker);
        context.blocked();
      }
    } else {
      element.removeAttribute("src");
      element.removeAttribute("srcset");
    }
    keepLink(element);
  }
  breakRuns(body);
  const isCut = bounded.isCut || budget.isCut || bounded.styles.length > MAX_SHEETS;
  return {
    styles,
    body,
    blocked,
    remote: [...remote],
    trackers: [...trackers],
    isColoured,
    isCut,
  };
}

function keepBackground(element: HTMLElement, value: string, context: StyleContext): void {
  const address = context.addressOf(value);
  if (address !== undefined) element.style.backgroundImage = `url("${CSS.escape(address)}")`;
  else context.blocked();
}

/** A picture is our server's or none. Returns the address of one that only counts readers. */
function keepPicture(picture: HTMLElement, context: StyleContext): string | undefined {
  const source = picture.getAttribute("src") ?? largestOf(picture.getAttribute("srcset"));
  picture.removeAttribute("srcset");
  picture.removeAttribute("src");
  const isRemote = source !== null && REMOTE.test(source.trim());
  if (isRemote && isTracking(picture, source)) {
    // It leaves nothing behind.
    picture.remove();
    return source.trim();
  }
  const address = source === null ? undefined : context.addressOf(source);
  if (address !== undefined) {
    picture.setAttribute("src", address);
    return undefined;
  }
  if (isRemote) context.blocked();
  picture.replaceWith(placeOf(picture));
  return undefined;
}

const isTracking = (picture: HTMLElement, address: string): boolean =>
  isTrackingPixel({
    address,
    width: sizeOf(picture, "width"),
    height: sizeOf(picture, "height"),
    isHidden:
      isHidden(picture) || (picture.parentElement !== null && isHidden(picture.parentElement)),
  });

/** By its own style, not by one that a style sheet may change: pictures for phones alone are hidden so. */
function isHidden({ style, id, className }: HTMLElement): boolean {
  if (id !== "" || className !== "") return false;
  return (
    style.display === "none" ||
    style.visibility === "hidden" ||
    style.opacity === "0" ||
    ZERO.test(style.maxHeight) ||
    ZERO.test(style.maxWidth)
  );
}

/** In the place of a picture that is not shown: as large as it says, with its words, and no sign of anything broken. */
function placeOf(picture: HTMLElement): HTMLElement {
  const place = picture.ownerDocument.createElement("span");
  for (const name of ["id", "class", "style", "title", "dir", "lang"]) {
    const value = picture.getAttribute(name);
    if (value !== null) place.setAttribute(name, value);
  }
  for (const side of ["width", "height"]) {
    const size = /^\d+%?$/.exec(picture.getAttribute(side)?.trim() ?? "")?.[0];
    if (size !== undefined && place.style.getPropertyValue(side) === "")
      place.style.setProperty(side, size.endsWith("%") ? size : `${size}px`);
  }
  place.dataset["blocked"] = "";
  place.setAttribute("role", "img");
  const words = picture.getAttribute("alt")?.trim() ?? "";
  if (words === "") place.setAttribute("aria-hidden", "true");
  else place.setAttribute("aria-label", words);
  place.textContent = words;
  return place;
}

const sizeOf = (picture: HTMLElement, side: string): string =>
  picture.style.getPropertyValue(side) || (picture.getAttribute(side) ?? "");

/** Of several sizes of one picture the last, which is the largest where they are in order. */
function largestOf(sizes: string | null): string | null {
  return sizes?.split(/,\s+/).at(-1)?.trim().split(/\s/)[0] || null;
}

function keepLink(element: HTMLElement): void {
  const target = element.getAttribute("href");
  element.removeAttribute("target");
  if (target === null) return;
  const address = target.trim();
  if (element.localName !== "a" || !(LINKS.test(address) || address.startsWith("#"))) {
    element.removeAttribute("href");
    return;
  }
  if (address.startsWith("#")) return;
  element.setAttribute("target", "_blank");
  element.setAttribute("rel", "noopener noreferrer");
}

function decodeCid(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
