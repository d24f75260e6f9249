import { MAX_DECLARATIONS, MAX_VALUE } from "../bounds/limits.ts";

/** Properties that change how something looks, and not where it is, over what it lies or when it moves. */
const LOOKS =
  /^(?:-webkit-text-|aspect-ratio$|background|border|box-(?:decoration|shadow|sizing)|break-|caption-side$|clear$|color$|direction$|display$|empty-cells$|flex|float$|font|gap$|height$|hyphens$|justify-|align-|letter-spacing$|line-|list-style|margin|max-|min-|object-|opacity$|orphans$|outline|overflow|padding|page-break|quotes$|row-gap$|column-gap$|tab-size$|table-layout$|text-|unicode-bidi$|vertical-align$|visibility$|white-space|widows$|width$|word-|writing-mode$|(?:block|inline)-size$)/;
/** What would let a margin pull something over its neighbours, or depends on what is not seen. */
const PULLS = /-|var\(|calc|env\(/i;

/** Classes by which mail programs know quotations and signatures, and the editor its own marks. */
const CLASSES =
  /^(?:atrium-(?:quote|signature)|gmail_\w+|yahoo_\w+|protonmail_\w+|tutanota_\w+|zmail_extra|moz-[\w-]+|Mso\w+|OutlookMessageHeader|color|colour|font|highlight|size)$/;

/**
 * Takes what would move an element out of its place, or give it the looks of this application, away from it: what is
 * quoted stands inside our own page.
 */
export function keepInPlace(element: HTMLElement): void {
  const { style, classList } = element;
  for (const name of Array.from(classList)) if (!CLASSES.test(name)) classList.remove(name);
  if (classList.length === 0) element.removeAttribute("class");
  if (!element.hasAttribute("style")) return;
  if (style.length > MAX_DECLARATIONS) style.cssText = "";
  for (const name of Array.from(style)) {
    const value = style.getPropertyValue(name);
    const isPulling = name.startsWith("margin") && PULLS.test(value);
    const isLong = value.length > MAX_VALUE && !value.includes("data:image/");
    // With a variable in it a value says nothing before it is used.
    if (!LOOKS.test(name) || isPulling || isLong || value === "" || /var\(/i.test(value))
      style.removeProperty(name);
  }
  if (style.length === 0) element.removeAttribute("style");
}
