import { attribute } from "./tokens.ts";

/** Nothing, in any unit. */
const NONE = "(?:0+(?:\\.0*)?|\\.0+)(?:px|pt|em|rem|%)?(?![.\\w%])";

/** Styles with which nobody sees an element. `mso-hide` alone only hides from Outlook what all others show. */
const HIDING = new RegExp(
  `(?:^|[;\\s])(?:display\\s*:\\s*none|visibility\\s*:\\s*(?:hidden|collapse)|(?:opacity|max-height)\\s*:\\s*${NONE})`,
  "i",
);
const EMPTY_BOX = new RegExp(`(?:^|[;\\s])(?:height|width)\\s*:\\s*${NONE}`, "i");
const CUT_OFF = /(?:^|[;\s])overflow\s*:\s*hidden/i;
/** Tables grow with what is in them, and a box of padding alone has room for what floats over it. */
const GROWS = /^(?:table|t[rdh])$/;
const PADDED = /(?:^|[;\s])padding-(?:top|bottom)/i;

/** Whether an element says of itself that nobody sees it, whatever is in it. */
export function isHidden(name: string, attributes: string): boolean {
  if (attribute(attributes, "hidden") !== null) return true;
  const style = attribute(attributes, "style");
  if (style === null) return false;
  if (HIDING.test(style)) return true;
  return !GROWS.test(name) && EMPTY_BOX.test(style) && CUT_OFF.test(style) && !PADDED.test(style);
}

const SIZE = /(?:^|[;\s])font(?:-size)?\s*:\s*([^;]{1,100})/gi;
const NO_SIZE = new RegExp(`^${NONE}`, "i");
/** A part of the size around, which of nothing is nothing. */
const RELATIVE = /^(?:[\d.]+\s*(?:%|em\b|ex\b|ch\b)|inherit|smaller|larger)/i;

/** Whether a size of nothing is in the HTML at all; few have one. */
export function saysNoSize(html: string): boolean {
  return /font(?:-size)?\s*:\s*[0.]/i.test(html);
}

/** Knows whether text has any size at a place. What has none inside may get one again: some lay out pages with it. */
export interface Sizes {
  open(name: string, attributes: string): void;
  close(name: string): void;
  /** Ends an element however often its name was opened in it. */
  end(name: string): void;
  isNothing(): boolean;
}

export function createSizes(): Sizes {
  /** Elements that set a size, from the outermost, and how many of the same name are open from them on. */
  const setting: { readonly name: string; readonly isNothing: boolean; open: number }[] = [];
  /** Where those of a name stand among them. */
  const places = new Map<string, number[]>();
  const innermost = (name: string): number | undefined => places.get(name)?.at(-1);
  const isNothing = (): boolean => setting.at(-1)?.isNothing === true;

  /** What was not closed inside ends with it. */
  function end(name: string): void {
    const around = innermost(name) ?? setting.length;
    while (setting.length > around) places.get(setting.pop()!.name)!.pop();
  }

  return {
    isNothing,
    end,
    open(name, attributes) {
      const size = sizeOf(attributes);
      const around = innermost(name);
      if (size === "nothing" ? !isNothing() : size === "some" && isNothing()) {
        const known = places.get(name);
        if (known === undefined) places.set(name, [setting.length]);
        else known.push(setting.length);
        setting.push({ name, isNothing: size === "nothing", open: 1 });
      } else if (around !== undefined) setting[around]!.open += 1;
    },
    close(name) {
      const around = innermost(name);
      if (around !== undefined && --setting[around]!.open === 0) end(name);
    },
  };
}

function sizeOf(attributes: string): "nothing" | "some" | null {
  const style = attributes === "" ? null : attribute(attributes, "style");
  if (style === null) return null;
  let found: "nothing" | "some" | null = null;
  for (const [, value = ""] of style.matchAll(SIZE)) {
    const size = value.trim();
    if (NO_SIZE.test(size)) found = "nothing";
    else if (!RELATIVE.test(size)) found = "some";
  }
  return found;
}
