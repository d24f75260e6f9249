import { showLink, type ShownLink } from "../shown-link.ts";
import { askInstead, guardedLink } from "../link-guard/guarded.ts";
import { followAddress, linkOf } from "../write-to.ts";

/** How long a finger rests on a link before its target is shown, in milliseconds. */
const LONG = 450;

/**
 * Shows where a mail's links lead: on hover and focus at the foot of the reader, and by a long press with what can be
 * done with it. Places inside the mail are scrolled to, and mail addresses are written to. Returns the end of it.
 * @param text the document of a mail, or the element that holds its text.
 */
export function followLinks(text: EventTarget): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const on = <Name extends keyof DocumentEventMap>(
    name: Name,
    act: (event: DocumentEventMap[Name]) => void,
    passive = true,
  ): void => text.addEventListener(name, act as EventListener, { signal, passive });

  on("click", followPlace, false);
  on("mouseover", (event) => showLink(shownOf(linkOf(event))));
  on("focusin", (event) => showLink(shownOf(linkOf(event))));
  on("mouseleave", () => showLink(undefined));
  on("focusout", () => showLink(undefined));

  let timer: number | undefined;
  let wasLong = false;
  const release = (): void => window.clearTimeout(timer);
  on("touchstart", (event) => {
    release();
    wasLong = false;
    const link = shownOf(linkOf(event));
    if (!link || event.touches.length > 1) return;
    timer = window.setTimeout(() => {
      wasLong = true;
      showLink({ ...link, isHeld: true });
    }, LONG);
  });
  for (const name of ["touchmove", "touchend", "touchcancel"] as const) on(name, release);
  // A long press previews a link; lifting the finger does not follow it.
  for (const name of ["contextmenu", "click"] as const)
    on(
      name,
      (event) => {
        if (wasLong && linkOf(event)) event.preventDefault();
        if (name === "click") wasLong = false;
      },
      false,
    );
  on("click", followAddress, false);
  for (const name of ["click", "auxclick", "keydown"] as const)
    on(name, (event) => askInstead(linkOf(event), event), false);
  return () => {
    release();
    showLink(undefined);
    stop.abort();
  };
}

function followPlace(event: MouseEvent): void {
  const link = linkOf(event);
  const place = link?.getAttribute("href");
  if (!link || !place?.startsWith("#")) return;
  // The frame's address is not the mail's: its own places are found by hand.
  event.preventDefault();
  if (place.length > 1) link.ownerDocument.getElementById(place.slice(1))?.scrollIntoView();
}

function shownOf(link: HTMLAnchorElement | null): ShownLink | undefined {
  if (!link) return undefined;
  const held = guardedLink(link);
  const words = link.textContent.trim();
  return held ? { address: held.address, words, onOpen: held.ask } : { address: link.href, words };
}
