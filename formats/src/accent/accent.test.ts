import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { accentTokens, contrast, GROUNDS, isColour } from "./index.ts";

const css = readFileSync(new URL("../../../kits/ui/src/tokens.css", import.meta.url), "utf8");

type Scheme = "light" | "dark" | "contrast";

const start = css.indexOf(':root[data-theme="contrast"]');
const HIGH = css.slice(start, css.indexOf("}", start));

/** What the UI kit's own tokens are in a theme. */
function ownToken(name: string, scheme: Scheme): string {
  const pattern = new RegExp(
    `--${name}:\\s*(?:light-dark\\((#\\w{6}), (#\\w{6})\\)|(?:var\\([^,]*, )?(#\\w{6}))`,
  );
  const [, light, dark, both] =
    (scheme === "contrast" ? pattern.exec(HIGH) : null) ?? pattern.exec(css) ?? [];
  return (scheme === "light" ? light : dark) ?? both!;
}

/** Every seventh of a cube of colours, its corners (black, white, yellow) among them, and greys. */
const LEVELS = ["00", "2a", "55", "80", "aa", "d5", "ff"];
const GRID = LEVELS.flatMap((red) =>
  LEVELS.flatMap((green) => LEVELS.map((blue) => `#${red}${green}${blue}`)),
);

/** What the accent's tokens are in a theme. */
function tokensIn(accent: string, scheme: Scheme): Record<string, string> {
  const tokens = accentTokens(accent);
  const entries = Object.entries(tokens).map(([name, value]) => {
    const [, light, dark] = /^light-dark\((#\w{6}),(#\w{6})\)$/.exec(value) ?? [];
    return [name.slice(2), (scheme === "light" ? light : dark) ?? value] as const;
  });
  const all = Object.fromEntries(entries);
  if (scheme !== "contrast") return all;
  const accentText = all["high-accent"]!;
  const soft = all["high-accent-soft"]!;
  return {
    accent: accentText,
    "accent-hover": all["high-accent-hover"]!,
    "accent-pressed": all["high-accent-pressed"]!,
    "accent-fill": accentText,
    "accent-fill-hover": all["high-accent-hover"]!,
    "accent-fill-pressed": all["high-accent-pressed"]!,
    "on-accent": ownToken("on-accent", "contrast"),
    "accent-text": accentText,
    "accent-soft": soft,
    selected: soft,
    focus: accentText,
    "toast-action": accentText,
  };
}

const PLANES = ["canvas", "surface", "raised", "sunken"];
const WORDS = ["text", "text-muted", "text-faint", "danger-text", "warning-text", "success-text"];

test.each(["light", "dark", "contrast"] as const)(
  "in the %s theme words and focus stand out, whatever the colour",
  (scheme) => {
    const weak: string[] = [];
    for (const accent of GRID) {
      const now = tokensIn(accent, scheme);
      const of = (name: string): string => now[name] ?? ownToken(name, scheme);
      const ask = (front: string, back: string, least: number): void => {
        const found = contrast(of(front), of(back));
        if (found < least) weak.push(`${accent}: ${front} on ${back} ${found.toFixed(2)}`);
      };
      for (const fill of ["accent", "accent-fill"])
        for (const part of [fill, `${fill}-hover`, `${fill}-pressed`]) ask("on-accent", part, 4.5);
      for (const plane of [...PLANES, "selected", "accent-soft"]) {
        ask("accent-text", plane, 4.5);
        ask("focus", plane, 3);
      }
      for (const plane of PLANES) ask("accent", plane, 3);
      for (const word of WORDS) ask(word, "selected", 4.5);
      ask("control", "selected", 3);
      ask("star", "selected", 3);
      ask("toast-action", "toast", 4.5);
      ask("toast-action", "toast-hover", 4.5);
    }
    expect(weak).toEqual([]);
  },
);

test("what is under the pointer and pressed is seen, whatever the colour", () => {
  const same = GRID.flatMap((accent) =>
    (["light", "dark", "contrast"] as const).flatMap((scheme) => {
      const {
        accent: fill,
        "accent-hover": hover,
        "accent-pressed": pressed,
      } = tokensIn(accent, scheme);
      return new Set([fill, hover, pressed]).size === 3 ? [] : [`${accent} ${scheme}`];
    }),
  );
  expect(same).toEqual([]);
});

test("all that it names are colours of CSS, and nothing more", () => {
  for (const accent of GRID)
    for (const [name, value] of Object.entries(accentTokens(accent)))
      expect(`${name}:${value}`).toMatch(
        /^--[a-z-]+:(#[\da-f]{6}|light-dark\(#[\da-f]{6},#[\da-f]{6}\))$/,
      );
});

test("the grounds are those of the UI kit", () => {
  for (const scheme of ["light", "dark", "contrast"] as const) {
    const { planes, soft } = GROUNDS[scheme];
    expect(new Set(planes)).toEqual(new Set(PLANES.map((plane) => ownToken(plane, scheme))));
    expect(soft).toBe(ownToken("accent-soft", scheme));
  }
  const toasts = ["toast", "toast-hover"].flatMap((name) =>
    (["light", "dark"] as const).map((scheme) => ownToken(name, scheme)),
  );
  expect(new Set(GROUNDS.toast)).toEqual(new Set(toasts));
});

test("a colour that stands out already is taken as it is", () => {
  expect(accentTokens("#3653d0")).toMatchObject({
    "--accent-text": expect.stringContaining("light-dark(#3653d0,"),
    "--accent": expect.stringContaining("light-dark(#3653d0,"),
  });
});

test("a light colour keeps its hue where dark words stand on it, and is darker only as a sign of its own", () => {
  const yellow = tokensIn("#ffd500", "light");
  expect(yellow["accent-fill"]).toBe("#ffd500");
  expect(yellow["on-accent"]).toBe("#000000");
  expect(yellow["accent"]).not.toBe("#ffd500");
  expect(tokensIn("#3653d0", "light")["accent-fill"]).toBe("#3653d0");
});

test("a colour is six digits behind #, and nothing else", () => {
  expect(isColour("#1a2b3c")).toBe(true);
  for (const text of [
    "",
    "1a2b3c",
    "#1A2B3C",
    "#1a2b3",
    "#1a2b3c;",
    "#1a2b3c\n",
    "red",
    "var(--x)",
  ])
    expect(isColour(text)).toBe(false);
});
