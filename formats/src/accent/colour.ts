/** A colour by how light it is (0 to 1), how strong, and its hue in radians: the same step in lightness looks the same in every hue (OKLCH). */
export interface Lch {
  readonly lightness: number;
  readonly chroma: number;
  readonly hue: number;
}

type Three = readonly [number, number, number];

/** Whether a text is a colour as `#1a2b3c`, in lower case. */
export const isColour = (text: string): boolean => /^#[\da-f]{6}$/.test(text);

const channels = (hex: string): Three => {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return [red!, green!, blue!];
};

/** Relative luminance (WCAG 2.2). */
export function luminance(hex: string): number {
  const [red, green, blue] = channels(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

// The matrices of OKLab, linear sRGB to cone responses and on, and back.
export function lchOf(hex: string): Lch {
  const [red, green, blue] = channels(hex);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return {
    lightness: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    chroma: Math.hypot(a, b),
    hue: Math.atan2(b, a),
  };
}

function linearOf({ lightness, chroma, hue }: Lch): Three {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

/** How often the strength is halved to find the strongest that a screen can show. */
const HALVINGS = 12;

const isShown = (linear: Three): boolean => linear.every((part) => part > -0.0005 && part < 1.0005);

/** The colour as `#1a2b3c`; one that no screen shows loses strength, not its hue or lightness. */
export function hexOf(colour: Lch): string {
  const lightness = Math.min(1, Math.max(0, colour.lightness));
  let shown = linearOf({ ...colour, lightness });
  if (!isShown(shown)) {
    let [weak, strong] = [0, colour.chroma];
    for (let step = 0; step < HALVINGS; step += 1) {
      const chroma = (weak + strong) / 2;
      if (isShown(linearOf({ ...colour, lightness, chroma }))) weak = chroma;
      else strong = chroma;
    }
    shown = linearOf({ ...colour, lightness, chroma: weak });
  }
  const parts = shown.map((part) => {
    const inside = Math.min(1, Math.max(0, part));
    const curved = inside <= 0.0031308 ? inside * 12.92 : 1.055 * inside ** (1 / 2.4) - 0.055;
    return Math.round(curved * 255)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${parts.join("")}`;
}
