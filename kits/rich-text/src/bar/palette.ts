/** A choice of the bar: its name in `strings`, and what it puts into the style of the text; `null` takes that away. */
export interface Look<Name extends string = string> {
  readonly name: Name;
  readonly value: string | null;
}

/** Families that every system has, or one that looks alike; the first is the reader's own. */
export const FONTS = [
  { name: "fontDefault", value: null },
  { name: "fontArial", value: "Arial, Helvetica, sans-serif" },
  { name: "fontVerdana", value: "Verdana, Geneva, sans-serif" },
  { name: "fontGeorgia", value: "Georgia, serif" },
  { name: "fontTimes", value: "'Times New Roman', Times, serif" },
  { name: "fontMonospace", value: "'Courier New', Courier, monospace" },
  { name: "fontMalgun", value: "'Malgun Gothic', 'Apple SD Gothic Neo', sans-serif" },
  { name: "fontBatang", value: "Batang, AppleMyungjo, serif" },
] as const satisfies readonly Look[];

export const SIZES = [
  { name: "sizeSmall", value: "12px" },
  { name: "sizeNormal", value: null },
  { name: "sizeLarge", value: "18px" },
  { name: "sizeHuge", value: "26px" },
] as const satisfies readonly Look[];

/** Readable on white paper (4.5:1 and more) and in this application's dark (3:1 and more). */
export const COLOURS = [
  { name: "grey", value: "#757575" },
  { name: "red", value: "#dc2e28" },
  { name: "orange", value: "#b85805" },
  { name: "olive", value: "#8b7004" },
  { name: "green", value: "#18863d" },
  { name: "teal", value: "#0a7f7b" },
  { name: "blue", value: "#216ced" },
  { name: "purple", value: "#8f51e6" },
  { name: "pink", value: "#d7238c" },
] as const satisfies readonly Look[];

/** What stands on them is nearly black, also where the page is dark. */
export const HIGHLIGHTS = [
  { name: "yellow", value: "#fff2a8" },
  { name: "orange", value: "#ffddb3" },
  { name: "pink", value: "#ffd3e4" },
  { name: "purple", value: "#e6dafc" },
  { name: "blue", value: "#d3e4ff" },
  { name: "teal", value: "#c8f0ec" },
  { name: "green", value: "#d3f2cf" },
  { name: "grey", value: "#e4e7ec" },
] as const satisfies readonly Look[];

export const ON_HIGHLIGHT = "#1a1e26";
