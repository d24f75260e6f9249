/** What an XML document consists of. Names come without their prefix, which each program chooses. */
export type XmlToken =
  | {
      readonly kind: "open";
      readonly name: string;
      readonly attributes: string;
      /** `<x/>`: nothing closes it. */
      readonly isEmpty: boolean;
    }
  | { readonly kind: "close"; readonly name: string }
  | { readonly kind: "text"; readonly text: string };

/**
 * The elements and texts of a document that programs wrote, in its order and in linear time. It is not asked whether it is
 * well-formed; no entity is known but the five, and no DTD is read.
 */
export function* readXml(xml: string): Generator<XmlToken, void> {
  let at = 0;
  while (at < xml.length) {
    const tag = xml.indexOf("<", at);
    const text = xml.slice(at, tag < 0 ? undefined : tag);
    if (text !== "") yield { kind: "text", text: unescaped(text) };
    if (tag < 0) return;
    const special = SPECIAL.find(([start]) => xml.startsWith(start, tag));
    if (special) {
      const [start, end] = special;
      const stop = xml.indexOf(end, tag + start.length);
      if (stop < 0) return;
      if (start === "<![CDATA[") yield { kind: "text", text: xml.slice(tag + start.length, stop) };
      at = stop + end.length;
      continue;
    }
    const stop = endOfTag(xml, tag);
    if (stop < 0) return;
    at = stop + 1;
    if (xml[tag + 1] === "/") {
      yield { kind: "close", name: localName(xml.slice(tag + 2, stop).trim()) };
      continue;
    }
    const isEmpty = xml[stop - 1] === "/";
    const inside = xml.slice(tag + 1, isEmpty ? stop - 1 : stop);
    const space = inside.search(/\s/);
    yield {
      kind: "open",
      name: localName(space < 0 ? inside : inside.slice(0, space)),
      attributes: space < 0 ? "" : inside.slice(space),
      isEmpty,
    };
  }
}

const SPECIAL = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
  ["<!", ">"],
] as const;

/** Where a tag ends whose values may have `>` in them; -1 when it does not. */
function endOfTag(xml: string, tag: number): number {
  for (let at = tag + 1; at < xml.length; at++) {
    const sign = xml[at];
    if (sign === ">") return at;
    if (sign !== '"' && sign !== "'") continue;
    at = xml.indexOf(sign, at + 1);
    if (at < 0) return -1;
  }
  return -1;
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/** The value of an attribute; `undefined` without it. */
export function attribute(attributes: string, wanted: string): string | undefined {
  let at = 0;
  for (;;) {
    const equals = attributes.indexOf("=", at);
    if (equals < 0) return undefined;
    let start = equals + 1;
    while (/\s/.test(attributes[start] ?? "")) start += 1;
    const quote = attributes[start];
    if (quote !== '"' && quote !== "'") return undefined;
    const end = attributes.indexOf(quote, start + 1);
    if (end < 0) return undefined;
    if (localName(attributes.slice(at, equals).trim()) === wanted)
      return unescaped(attributes.slice(start + 1, end));
    at = end + 1;
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

function unescaped(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,4});/gi, (whole, name: string) => {
    if (!name.startsWith("#")) return ENTITIES[name] ?? whole;
    const code =
      name[1] === "x" || name[1] === "X" ? parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : "";
  });
}
