import {
  colourText,
  DARK_PAGE,
  darkened,
  isDarkGround,
  legible,
  parseColour,
  upon,
  type Colour,
} from "./dark-colours.ts";

/** A mail of more elements stays on light paper: nobody should wait for its colours. */
const MOST_ELEMENTS = 8000;
const BORDERS = ["top", "right", "bottom", "left"] as const;

/**
 * Gives a mail that brings its own colours those of a dark page: the same hues, light and dark turned round, and all
 * words legible upon what is behind them. Pictures stay as they are.
 * @returns whether it was done
 */
export function darken(document: Document): boolean {
  const { body, defaultView } = document;
  const elements = [body, ...body.querySelectorAll<HTMLElement>("*")];
  if (!defaultView || elements.length > MOST_ELEMENTS) return false;
  // All is read before anything is written: what an element inherits must not be turned round twice.
  const looks = elements.map((element) => {
    const style = defaultView.getComputedStyle(element);
    return {
      element,
      colour: parseColour(style.color),
      ground: parseColour(style.backgroundColor),
      image: style.backgroundImage,
      borders: BORDERS.map((side) =>
        style.getPropertyValue(`border-${side}-style`) === "none"
          ? null
          : parseColour(style.getPropertyValue(`border-${side}-color`)),
      ),
    };
  });
  const grounds = new Map<Element, { readonly colour: Colour; readonly isKept: boolean }>();
  for (const { element, colour, ground, image, borders } of looks) {
    const behind = grounds.get(element.parentElement!) ?? { colour: DARK_PAGE, isKept: false };
    const isKept = ground && ground[3] > 0 ? isDarkGround(ground) : behind.isKept;
    const turned = (one: Colour): Colour => (isKept ? one : darkened(one));
    const own = ground && ground[3] > 0 ? turned(ground) : null;
    const now = own ? upon(own, behind.colour) : behind.colour;
    grounds.set(element, { colour: now, isKept });
    const { style } = element;
    const set = (name: string, value: Colour): void =>
      style.setProperty(name, colourText(value), "important");
    if (own) set("background-color", own);
    // Words on a picture were chosen for the picture; a gradient is one that can be left out.
    if (/gradient\(/.test(image)) style.setProperty("background-image", "none", "important");
    if (colour) set("color", legible(turned(colour), now));
    borders.forEach((border, side) => {
      if (border && border[3] > 0) set(`border-${BORDERS[side]!}-color`, turned(border));
    });
  }
  return true;
}
