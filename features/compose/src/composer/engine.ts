import { cleanFragment } from "@atrium/feature-mail/parts";
import Squire from "squire-rte";

export type { Squire };

/** Makes an element the place where rich text is written. */
export function createEngine(element: HTMLElement): Squire {
  return new Squire(element, {
    blockTag: "DIV",
    sanitizeToDOMFragment: (html) => cleanFragment(html),
    addLinks: true,
    didError: reportError,
  });
}
