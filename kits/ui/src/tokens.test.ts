import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync(new URL("tokens.css", import.meta.url), "utf8");

type Tokens = Record<string, readonly [light: string, dark: string]>;

function colours(block: string): Tokens {
  const pattern =
    /--([\w-]+):\s*(?:light-dark\((#\w{6}),\s*(#\w{6})\)|(?:var\(--[\w-]+,\s*)?(#\w{6}))/g;
  return Object.fromEntries(
    [...block.matchAll(pattern)].map(([, name, light, dark, both]) => [
      name ?? "",
      [light ?? both ?? "", dark ?? both ?? ""] as const,
    ]),
  );
}

/** Relative luminance, WCAG 2.2 definition. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const base = colours(css.slice(0, css.indexOf(':root[data-theme="light"]')));
const start = css.indexOf(':root[data-theme="contrast"]');
const high = { ...base, ...colours(css.slice(start, css.indexOf("}", start))) };

const planes = ["canvas", "surface", "raised", "sunken", "selected"];
const severities = ["danger", "warning", "success", "info"];
const words = ["text", "text-muted", "text-faint", "accent-text"];
const hues = Array.from({ length: 10 }, (_, index) => `hue-${index + 1}`);

/** What stands on what, and the least contrast: 4.5 for words, 3 for lines and signs (WCAG 1.4.3, 1.4.11). */
const pairs: readonly (readonly [string, string, number])[] = [
  ...planes.flatMap((plane) => [
    ...[...words, ...severities.map((one) => `${one}-text`)].map(
      (word) => [word, plane, 4.5] as const,
    ),
    ...["control", "star", "focus"].map((sign) => [sign, plane, 3] as const),
  ]),
  ...severities.flatMap((one) =>
    [`${one}-text`, "text", "text-muted"].map((word) => [word, `${one}-soft`, 4.5] as const),
  ),
  ...["accent", "accent-hover", "accent-pressed"].map((fill) => ["on-accent", fill, 4.5] as const),
  ...["danger-fill", "danger-hover"].map((fill) => ["on-danger", fill, 4.5] as const),
  ["accent-text", "accent-soft", 4.5],
  ...["on-toast", "toast-action"].flatMap((word) => [
    [word, "toast", 4.5] as const,
    [word, "toast-hover", 4.5] as const,
  ]),
  ...hues.map((hue) => [`${hue}-text`, hue, 4.5] as const),
];

describe.each([
  ["light", base, 0],
  ["dark", base, 1],
  ["contrast", high, 1],
] as const)("in the %s theme", (_, tokens, side) => {
  it("every word and sign stands out enough from its ground", () => {
    const weak = pairs.filter(([front, back, least]) => {
      const ink = tokens[front]?.[side];
      const ground = tokens[back]?.[side];
      return ink === undefined || ground === undefined || contrast(ink, ground) < least;
    });
    expect(weak).toEqual([]);
  });
});

const root = new URL("../../..", import.meta.url).pathname;
const sheets = globSync("{kits,features,apps}/*/src/**/*.css", { cwd: root }).filter(
  (path) => path !== "kits/ui/src/tokens.css",
);

it("no stylesheet makes words smaller than the scale of type does", () => {
  const small = sheets.flatMap((path) =>
    [...readFileSync(root + path, "utf8").matchAll(/font(?:-size)?:\s*([\d.]+)(rem|px)/g)]
      .filter(([, size, unit]) => Number(size) * (unit === "rem" ? 16 : 1) < 12)
      .map(([found]) => `${path}: ${found}`),
  );
  // Initials in a small circle: the name stands beside.
  expect(small.map((one) => one.split(":")[0])).toEqual(
    Array.from({ length: 2 }, () => "kits/ui/src/avatar/avatar.css"),
  );
});

it("no stylesheet but the tokens names a colour", () => {
  const coloured = sheets.filter((path) =>
    /#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch|lab|color)\(|:\s*(?:white|black|red|blue|gr[ae]y)\b/i.test(
      readFileSync(root + path, "utf8").replace(/url\([^)]*\)/g, ""),
    ),
  );
  expect(coloured).toEqual([]);
});
