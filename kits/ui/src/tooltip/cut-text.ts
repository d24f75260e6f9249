import { useEffect } from "react";
import { hideTooltip, scheduleTooltip } from "./layer.ts";

const DELAY = 450;
/** So far above the pointer is what cuts the words under it. */
const LEVELS = 4;

interface Cut {
  readonly anchor: HTMLElement;
  readonly text: string;
}

function cutUnder(target: Element): Cut | undefined {
  if (target.closest("[title]:not([title=''])") !== null) return undefined;
  let at: Element | null = target;
  for (let level = 0; level < LEVELS && at instanceof HTMLElement; level += 1) {
    if (getComputedStyle(at).textOverflow === "ellipsis") return cutIn(at);
    at = at.parentElement;
  }
  return undefined;
}

function cutIn(anchor: HTMLElement): Cut | undefined {
  if (anchor.matches("input, [data-excerpt]") || anchor.scrollWidth <= anchor.clientWidth)
    return undefined;
  const excerpt = anchor.querySelector("[data-excerpt]");
  if (excerpt === null) return { anchor, text: anchor.textContent.trim() };
  const end = anchor.getBoundingClientRect().right;
  const name = excerpt.previousElementSibling;
  if (name === null || name.getBoundingClientRect().right <= end) return undefined;
  return { anchor, text: name.textContent.trim() };
}

/**
 * Shows on hover what a cut text says, anywhere in the window, where no `title` does. What is cut by its nature, as the
 * beginning of a message, has `data-excerpt`; after a name it is only the name that is shown.
 */
export function useCutTexts(): void {
  useEffect(() => {
    let shown: HTMLElement | undefined;
    const over = ({ target, pointerType }: PointerEvent): void => {
      const cut =
        pointerType !== "touch" && target instanceof Element ? cutUnder(target) : undefined;
      if (cut?.anchor === shown) return;
      if (shown !== undefined) hideTooltip();
      shown = cut?.anchor;
      if (cut === undefined) return;
      scheduleTooltip({ ...cut, shortcut: undefined, side: "bottom", describe: false }, DELAY);
    };
    const down = (): void => hideTooltip();
    document.addEventListener("pointerover", over);
    document.addEventListener("pointerdown", down);
    return () => {
      document.removeEventListener("pointerover", over);
      document.removeEventListener("pointerdown", down);
    };
  }, []);
}
