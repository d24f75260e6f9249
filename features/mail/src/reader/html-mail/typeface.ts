/** A file of the suite's typeface, for the scripts that this window has used. */
interface Face {
  readonly bytes: ArrayBuffer;
  readonly descriptors: FontFaceDescriptors;
}

const FAMILY = "Inter Variable";

let faces: Promise<readonly Face[]> | undefined;
/** The frames that have them; a mail is put into the same one again when the theme changes. */
const lent = new WeakSet<Document>();

/**
 * Sets what has no typeface of its own in the suite's, whose files the frame of a mail may not fetch by itself: it gets
 * those that the window has.
 */
export async function lendTypeface(frame: Document): Promise<void> {
  if (lent.has(frame)) return;
  lent.add(frame);
  const all = await (faces ??= facesHere().catch(() => []));
  const view = frame.defaultView;
  if (view === null) return;
  for (const { bytes, descriptors } of all)
    frame.fonts.add(new view.FontFace(FAMILY, bytes, descriptors));
}

async function facesHere(): Promise<readonly Face[]> {
  const rules = [...document.styleSheets].flatMap(fontRules);
  // A document has its own faces in the order of their rules.
  const loaded = [...document.fonts].filter(({ family }) => isOurs(family));
  const used = rules.filter((_, index) => loaded[index]?.status === "loaded");
  const read = await Promise.all(used.map(faceOf));
  return read.filter((face) => face !== undefined);
}

function fontRules(sheet: CSSStyleSheet): readonly CSSFontFaceRule[] {
  try {
    return [...sheet.cssRules].filter(
      (rule): rule is CSSFontFaceRule =>
        rule instanceof CSSFontFaceRule && isOurs(rule.style.getPropertyValue("font-family")),
    );
  } catch {
    // Of another origin, and closed.
    return [];
  }
}

const isOurs = (family: string): boolean => family.replaceAll(/["']/g, "") === FAMILY;

async function faceOf({ style, parentStyleSheet }: CSSFontFaceRule): Promise<Face | undefined> {
  const path = /url\("([^"]+)"\)/.exec(style.getPropertyValue("src"))?.[1];
  if (path === undefined) return undefined;
  const address = new URL(path, parentStyleSheet?.href ?? document.baseURI);
  // A page may use files of elsewhere, but not read them.
  if (address.origin !== location.origin) return undefined;
  const answer = await fetch(address);
  if (!answer.ok) return undefined;
  return {
    bytes: await answer.arrayBuffer(),
    descriptors: {
      weight: style.getPropertyValue("font-weight"),
      unicodeRange: style.getPropertyValue("unicode-range"),
    },
  };
}
