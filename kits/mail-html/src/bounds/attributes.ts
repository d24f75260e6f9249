import { MAX_ATTRIBUTE, MAX_ATTRIBUTES, MAX_SPAN } from "./limits.ts";

export type Attributes = ReadonlyMap<string, string>;

/** One attribute as HTML writes it, and what may stand before it. Each part begins where the one before ended. */
const ATTRIBUTE =
  /[\s/]*([^\s/>=]+|=[^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>][^\s>]*)?))?/gy;
const NAME = /^[a-z][a-z0-9:_-]{0,63}$/;
/** Attributes that may hold a picture as long as the message. */
const PICTURES = new Set(["src", "background"]);
const SPANS = new Set(["colspan", "rowspan", "span"]);

/** The attributes of a tag as they are written, the first of each name; entities stay. */
export function attributesOf(written: string): {
  readonly attributes: Attributes;
  readonly isCut: boolean;
} {
  const attributes = new Map<string, string>();
  let isCut = false;
  for (const [, given, double, single, bare] of written.matchAll(ATTRIBUTE)) {
    const name = given!.toLowerCase();
    const value = double ?? single ?? bare ?? "";
    if (!NAME.test(name) || attributes.has(name)) continue;
    if (attributes.size >= MAX_ATTRIBUTES) return { attributes, isCut: true };
    if (value.length > MAX_ATTRIBUTE && !PICTURES.has(name)) isCut = true;
    else attributes.set(name, SPANS.has(name) ? spanned(value) : value);
  }
  return { attributes, isCut };
}

export function writeAttributes(attributes: Attributes): string {
  let text = "";
  for (const [name, value] of attributes) text += ` ${name}="${value.replaceAll('"', "&quot;")}"`;
  return text;
}

/** How many more cells an element makes than itself. */
export const spanOf = (attributes: Attributes): number =>
  Math.max(0, ...["colspan", "span"].map((name) => Number(attributes.get(name) ?? 1) - 1));

const spanned = (value: string): string =>
  String(Math.min(MAX_SPAN, Math.max(1, Number.parseInt(value, 10) || 1)));
