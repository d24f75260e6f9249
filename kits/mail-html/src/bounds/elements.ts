/**
 * What the parser of HTML does with an element (HTML Standard §13.2.4.2): `special` ones are closed by their own end tag
 * whatever is open inside; `formatting` ones are opened again behind the block that they were left open in; `cell` marks a
 * place that no end tag inside reaches out of.
 */
export type Kind = "special" | "formatting" | "ordinary" | "void" | "table" | "cell";

const NAMES: Readonly<Record<Kind, string>> = {
  special:
    "address article aside blockquote center dd details dir div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header " +
    "hgroup li main menu nav ol p pre section summary ul",
  formatting: "a b big code em font i nobr s small strike strong tt u",
  ordinary:
    "abbr acronym bdi bdo cite del dfn ins kbd label mark picture q rp rt ruby samp span sub sup time var",
  void: "br hr img wbr col",
  table: "table tbody thead tfoot tr colgroup",
  cell: "td th caption",
};

/** Elements of mail: what is none of them is taken away before a browser sees it, and what stands inside stays. */
export const KINDS: ReadonlyMap<string, Kind> = new Map(
  (Object.entries(NAMES) as [Kind, string][]).flatMap(([kind, names]) =>
    names.split(" ").map((name) => [name, kind] as const),
  ),
);

/** Elements that go with all that they hold. */
export const LEFT_OUT: ReadonlySet<string> = new Set([
  "audio",
  "canvas",
  "math",
  "noscript",
  "svg",
  "template",
  "video",
]);
