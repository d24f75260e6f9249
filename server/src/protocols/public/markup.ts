import { escapeHtml } from "../http/index.ts";

/** HTML of ours; everything else is text. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markup | string | number | null | false | readonly Part[];

const textOf = (part: Part): string => {
  if (part === null || part === false) return "";
  if (part instanceof Markup) return part.text;
  if (typeof part === "object") return part.map(textOf).join("");
  return escapeHtml(String(part));
};

/** HTML with values in it, each escaped unless it is HTML itself. In attributes they stand between quotes. */
export const markup = (texts: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  new Markup(texts.reduce((all, text, index) => all + textOf(parts[index - 1] ?? null) + text));
