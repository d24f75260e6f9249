/** Red, green and blue from 0 to 255, and how much of what lies behind is covered, from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** A computed colour as browsers write it; null for one in another notation. */
export function parseColour(text: string): Colour | null {
  const match = /^rgba?\((\d+(?:\.\d+)?), (\d+(?:\.\d+)?), (\d+(?:\.\d+)?)(?:, ([\d.]+))?\)$/.exec(
    text,
  );
  if (!match) return null;
  const [red, green, blue, alpha = "1"] = match.slice(1);
  return [Number(red), Number(green), Number(blue), Number(alpha)];
}

export const colourText = ([red, green, blue, alpha]: Colour): string =>
  `rgba(${Math.round(red)}, ${Math.round(green)}, ${Math.round(blue)}, ${alpha})`;

const linear = (value: number): number => {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
};
const encoded = (value: number): number =>
  255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055);

/** Relative luminance (WCAG 2.2). */
export const luminance = ([red, green, blue]: Colour): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** From 1 to 21 (WCAG 2.2). */
export function contrast(one: Colour, other: Colour): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [
    number,
    number,
  ];
  return (light + 0.05) / (dark + 0.05);
}

/** The page of the dark theme, on which a mail stands; white of a mail becomes this. */
export const DARK_PAGE: Colour = [24, 27, 32, 1];
const [PAGE, INK] = [0.21, 0.95];

/** The same hue with its lightness turned round: what was white is the page, what was black is light. */
export function darkened(colour: Colour): Colour {
  const [lightness, a, b] = toOklab(colour);
  const turned = PAGE + (1 - lightness) * (INK - PAGE);
  // Strong colours would glow on dark ground.
  const strength = lightness > 0.5 ? 0.85 : 1;
  return [...fromOklab([turned, a * strength, b * strength]), colour[3]] as unknown as Colour;
}

/** Whether a ground is dark already: it stays as it is, with what stands on it, and is no bright field in the dark. */
export const isDarkGround = (colour: Colour): boolean => toOklab(colour)[0] < 0.5;

/** The colour, or one like it that can be read upon the ground. */
export function legible(colour: Colour, ground: Colour, least = 4.5): Colour {
  let now = colour;
  const isDark = luminance(ground) < 0.18;
  for (let step = 0; step < 20 && contrast(now, ground) < least; step++) {
    const [lightness, a, b] = toOklab(now);
    const next = isDark ? Math.min(1, lightness + 0.05) : Math.max(0, lightness - 0.05);
    now = [...fromOklab([next, a * 0.95, b * 0.95]), now[3]] as unknown as Colour;
  }
  return now;
}

/** One colour upon another that covers all. */
export function upon([red, green, blue, alpha]: Colour, [r, g, b]: Colour): Colour {
  const mix = (top: number, below: number): number => top * alpha + below * (1 - alpha);
  return [mix(red, r), mix(green, g), mix(blue, b), 1];
}

type Triple = readonly [number, number, number];

/** Björn Ottosson's perceptual space, in which lightness is as the eye has it. */
function toOklab([red, green, blue]: Colour): Triple {
  const [r, g, b] = [linear(red), linear(green), linear(blue)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromOklab([lightness, a, b]: Triple): Triple {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channel = (value: number): number => encoded(Math.min(1, Math.max(0, value)));
  return [
    channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    channel(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}
