/** What a mail's styles want from outside, and how it is answered. */
export interface StyleContext {
  /** The address to use in the place of this one; `undefined` when it is not to be asked for. */
  readonly addressOf: (url: string) => string | undefined;
  /** A request to another server was taken out. */
  readonly blocked: () => void;
}

/** Functions whose arguments the browser would fetch, in the canonical writing of the CSSOM. */
const FETCHING = /(?:url|src|image|image-set|cross-fade|element)\(/i;
const URLS = /url\((?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^)"']*))\)/gi;

const IMPORT = /@import\s+(?:url\([^)]*\)|"[^"]*"|'[^']*')[^;{}]*;?/gi;

/**
 * A style sheet without anything that would be fetched: written anew from what the browser itself understood, so that
 * escapes and comments cannot hide an address. `@import` and `@font-face` go whole.
 */
export function cleanSheet(text: string, context: StyleContext): string {
  // A constructed sheet takes no imports at all; those that are plain to see go first, so that it does not complain.
  const own = text.replace(IMPORT, () => {
    context.blocked();
    return "";
  });
  const sheet = new CSSStyleSheet();
  // Mail wraps its styles in HTML comments for programs of the last century.
  sheet.replaceSync(own.replaceAll(/<!--|-->/g, ""));
  return cleanRules(sheet.cssRules, context);
}

function cleanRules(rules: CSSRuleList, context: StyleContext): string {
  return [...rules].map((rule) => cleanRule(rule, context)).join("\n");
}

function cleanRule(rule: CSSRule, context: StyleContext): string {
  if (rule instanceof CSSStyleRule) {
    cleanDeclarations(rule.style, context);
    // Nested rules would have to be judged one by one; no mail program writes them.
    return `${rule.selectorText} {${rule.style.cssText}}`;
  }
  if (rule instanceof CSSMediaRule) {
    // The paper is light in every theme: a mail's own dark colours would stand on it.
    if (/prefers-color-scheme:\s*dark/i.test(rule.conditionText)) return "";
    return `@media ${rule.conditionText} {${cleanRules(rule.cssRules, context)}}`;
  }
  if (rule instanceof CSSSupportsRule)
    return `@supports ${rule.conditionText} {${cleanRules(rule.cssRules, context)}}`;
  if (rule instanceof CSSFontFaceRule) context.blocked();
  return "";
}

/** Takes out of one block of declarations what would be fetched; addresses that we hold ourselves are put in. */
export function cleanDeclarations(style: CSSStyleDeclaration, context: StyleContext): void {
  const text = style.cssText;
  let isShorthand = false;
  // A copy, because properties go while one looks.
  for (const name of Array.from(style)) {
    const value = style.getPropertyValue(name);
    // Of a shorthand with var() or the like in it no property has a value: only the text of the whole tells.
    const written = value === "" ? text : value;
    const isFetching = FETCHING.test(written);
    // Such text, and that of a custom property, is the sender's own writing, in which an escape may hide anything.
    if (written.includes("\\") || (isFetching && (value === "" || name.startsWith("--")))) {
      style.removeProperty(name);
      isShorthand ||= isFetching && value === "";
      continue;
    }
    if (!isFetching) continue;
    const held = heldOnly(value, context);
    if (held === undefined) {
      style.removeProperty(name);
      context.blocked();
    } else if (held !== value) style.setProperty(name, held, style.getPropertyPriority(name));
  }
  if (isShorthand) context.blocked();
}

/** The value with addresses that we hold, `undefined` when there is any other. */
function heldOnly(value: string, { addressOf }: StyleContext): string | undefined {
  let isHeld = true;
  const result = value.replace(URLS, (whole, double?: string, single?: string, bare?: string) => {
    const url = double ?? single ?? bare ?? "";
    const address = addressOf(url);
    isHeld &&= address !== undefined;
    return address === url ? whole : `url("${address}")`;
  });
  const isElse = FETCHING.test(value.replace(URLS, ""));
  return isHeld && !isElse ? result : undefined;
}
