const APPLE: Record<string, string> = { mod: "⌘", ctrl: "⌃", alt: "⌥", shift: "⇧", enter: "↩" };
const OTHER: Record<string, string> = { mod: "Ctrl", ctrl: "Ctrl", alt: "Alt", shift: "Shift" };
const ANY: Record<string, string> = {
  arrowup: "↑",
  arrowdown: "↓",
  arrowleft: "←",
  arrowright: "→",
  escape: "Esc",
  enter: "Enter",
  space: "Space",
  delete: "Del",
};

/** The signs of a shortcut in reading order: `mod+k` → `Ctrl`, `K` (`⌘`, `K` on a Mac); `g i` → `G`, `I`. */
export function keyLabels(
  shortcut: string,
  apple = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.userAgent),
): string[] {
  return shortcut
    .split(/\s+/)
    .flatMap((chord) => (chord === "+" ? ["+"] : chord.split("+")))
    .map((key) => {
      const name = key.toLowerCase();
      return (
        (apple ? APPLE : OTHER)[name] ??
        ANY[name] ??
        (/^(?:.|f\d+)$/iu.test(key) ? key.toUpperCase() : key)
      );
    });
}
