import { contrast, hexOf, lchOf, luminance, type Lch } from "./colour.ts";

/** The planes of the UI kit that an accent has to stand out from, and the strongest ground of a chosen row; its test holds them against its tokens. */
export const GROUNDS = {
  light: { planes: ["#f5f6f8", "#ffffff", "#eff1f4"], soft: "#e8edfd" },
  dark: { planes: ["#121418", "#181b20", "#22262d", "#0e1013"], soft: "#232c4d" },
  contrast: { planes: ["#000000", "#0a0a0a"], soft: "#2b2b00" },
  /** Toasts are dark in every theme. */
  toast: ["#23272f", "#3a404b", "#343b46", "#454d5a"],
} as const;

/** Words on their ground, signs and fills on theirs (WCAG 1.4.3, 1.4.11); what high contrast asks of both (1.4.6, and so that words stand out under the pointer too). */
const [WORDS, SIGNS, HIGH] = [4.5, 3, 7.5] as const;
/** A step of lightness that is just seen. */
const STEP = 0.005;
/** How far a fill goes under the pointer, and pressed. */
const [HOVER, PRESSED] = [0.045, 0.09] as const;
/** Below, no step of lightness is seen; above, there is no room for two. */
const [BOTTOM, TOP] = [0.17, 0.92] as const;
/** How much deeper a fill becomes at most so that words on it are white. */
const NEAR = 0.07;
const [WHITE, BLACK] = ["#ffffff", "#000000"] as const;

/** Goes to lighter or darker until it stands out from all of these grounds, and not one step further. */
function until(colour: Lch, direction: 1 | -1, grounds: readonly string[], least: number): string {
  for (let { lightness } = colour; ; lightness += direction * STEP) {
    const hex = hexOf({ ...colour, lightness });
    if (grounds.every((ground) => contrast(hex, ground) >= least)) return hex;
    if (lightness < 0 || lightness > 1) return direction === 1 ? WHITE : BLACK;
  }
}

/** A ground with a breath of the hue, on which words stand out as on the kit's own. */
function softOf({ hue, chroma }: Lch, scheme: keyof typeof STRENGTH, isLight: boolean): string {
  const { lightness, most } = STRENGTH[scheme];
  const own = luminance(GROUNDS[scheme].soft);
  const direction = isLight ? 1 : -1;
  for (let now: number = lightness; now >= 0 && now <= 1; now += direction * STEP) {
    const hex = hexOf({ lightness: now, chroma: Math.min(chroma, most), hue });
    if (isLight ? luminance(hex) >= own : luminance(hex) <= own) return hex;
  }
  return isLight ? WHITE : BLACK;
}
const STRENGTH = {
  light: { lightness: 0.94, most: 0.03 },
  dark: { lightness: 0.3, most: 0.06 },
  contrast: { lightness: 0.28, most: 0.06 },
} as const;

/** A fill, what it becomes under the pointer and pressed, and the words on it. */
interface Fill {
  readonly fill: string;
  readonly hover: string;
  readonly pressed: string;
  readonly on: string;
}

/** @param chosen what it was made of: it decides whether words on it are white. */
function fillOf(given: string, chosen = lchOf(given)): Fill {
  const deeper = until(chosen, -1, [WHITE], WORDS);
  // White words look right on colours that are nearly deep enough for them.
  const isNear = chosen.lightness - lchOf(deeper).lightness < NEAR;
  const [fill, on] = isNear ? [deeper, WHITE] : [given, BLACK];
  const colour = lchOf(fill);
  const { lightness } = colour;
  // Away from the words on it; at the end of the scale the only way is back.
  const direction = isNear ? (lightness > BOTTOM + PRESSED ? -1 : 1) : lightness < TOP ? 1 : -1;
  const moved = (by: number): string =>
    hexOf({ ...colour, lightness: Math.max(lightness, BOTTOM) + direction * by });
  return { fill, hover: moved(HOVER), pressed: moved(PRESSED), on };
}

/**
 * The tokens of the UI kit that follow from one colour, by the names of their custom properties, in every theme of it. A
 * colour that words or signs would not stand out from their ground with is made darker or lighter, its hue stays.
 * @param accent as `#1a2b3c`
 */
export function accentTokens(accent: string): Readonly<Record<string, string>> {
  const colour = lchOf(accent);
  const [light, dark] = [schemeOf(colour, "light"), schemeOf(colour, "dark")];
  const both = (name: keyof typeof light): string => `light-dark(${light[name]},${dark[name]})`;
  const high = fillOf(until(colour, 1, GROUNDS.contrast.planes, HIGH));
  return {
    "--accent": both("fill"),
    "--accent-hover": both("hover"),
    "--accent-pressed": both("pressed"),
    "--accent-fill": both("button"),
    "--accent-fill-hover": both("buttonHover"),
    "--accent-fill-pressed": both("buttonPressed"),
    "--on-accent": both("on"),
    "--accent-text": both("text"),
    "--accent-soft": both("soft"),
    "--selected": both("soft"),
    "--focus": both("text"),
    "--toast-action": until(colour, 1, GROUNDS.toast, WORDS),
    "--high-accent": high.fill,
    "--high-accent-hover": high.hover,
    "--high-accent-pressed": high.pressed,
    "--high-accent-soft": softOf(colour, "contrast", false),
  };
}

interface Scheme extends Fill {
  readonly text: string;
  readonly soft: string;
  /** A fill that bears words, which make it stand out: as it was chosen, however light. */
  readonly button: string;
  readonly buttonHover: string;
  readonly buttonPressed: string;
}

function schemeOf(colour: Lch, scheme: "light" | "dark"): Scheme {
  const isLight = scheme === "light";
  const direction = isLight ? -1 : 1;
  const { planes } = GROUNDS[scheme];
  const soft = softOf(colour, scheme, isLight);
  const standing = until(colour, direction, planes, SIGNS);
  const sign = isLight ? fillOf(standing, colour) : fillOf(standing);
  const own = isLight ? fillOf(hexOf(colour)) : sign;
  return {
    ...sign,
    button: own.fill,
    buttonHover: own.hover,
    buttonPressed: own.pressed,
    soft,
    text: until(colour, direction, [...planes, soft], WORDS),
  };
}
