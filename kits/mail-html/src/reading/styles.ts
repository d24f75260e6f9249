import { boundSheet } from "../bounds/bound-sheet.ts";
import {
  MAX_ATTRIBUTE,
  MAX_CONTENT,
  MAX_DECLARATIONS,
  MAX_GENERATED,
  MAX_VALUE,
} from "../bounds/limits.ts";
import type { StyleBudget } from "../bounds/style-budget.ts";

/** What a mail's styles want from outside, and how it is answered. */
export interface StyleContext {
  /** What they may cost. */
  readonly budget: StyleBudget;
  /** The address to use in the place of this one; `undefined` when it is not to be asked for. */
  readonly addressOf: (url: string) => string | undefined;
  /** A request to another server was taken out. */
  readonly blocked: () => void;
}

/** Functions whose arguments the browser would fetch, in the canonical writing of the CSSOM. */
const FETCHING = /(?:url|src|image|image-set|cross-fade|element)\(/i;
/** In the canonical writing, too. */
const URLS = /url\("((?:[^"\\]|\\.)*)"\)/gi;
/** What a browser lays out or paints at a cost that its author chooses, and mail does without. */
const COSTLY =
  /^-?(?:webkit-)?(?:all$|animation|backdrop|backface|column-|columns|filter|grid-|mask|mix-blend|offset|perspective|shape-|transform|transition|view-|will-change)/;
/** Of these something is in every declaration that has to be looked at. */
const SUSPECT =
  /[\\(]|--|\b(?:all|animation|backdrop|backface|column|content|filter|grid|mask|mix-blend|offset|perspective|shape|transform|transition|view|will-change)/;
const OF_A_VARIABLE = /:\s*var/;

/**
 * A style sheet without anything that would be fetched: written again from what the browser itself understood, so that
 * escapes and comments cannot hide an address. `@import` and `@font-face` go whole.
 */
export function cleanSheet(text: string, context: StyleContext): string {
  const { budget } = context;
  // Mail wraps its styles in HTML comments for programs of the last century.
  const own = boundSheet(text.replaceAll(/<!--|-->/g, ""), budget.rules);
  budget.rules -= own.blocks;
  budget.isCut ||= own.isCut;
  for (let count = 0; count < own.imports; count++) context.blocked();
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(own.text);
  return cleanRules(sheet.cssRules, context);
}

function cleanRules(rules: CSSRuleList, context: StyleContext): string {
  return [...rules].map((rule) => cleanRule(rule, context)).join("\n");
}

function cleanRule(rule: CSSRule, context: StyleContext): string {
  if (rule instanceof CSSStyleRule) {
    if (!context.budget.takes(rule.selectorText)) return "";
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

/**
 * Takes out of one block of declarations what would be fetched, or would cost too much; addresses that we hold ourselves
 * are put in.
 */
export function cleanDeclarations(style: CSSStyleDeclaration, context: StyleContext): void {
  const { budget } = context;
  if (style.length > MAX_DECLARATIONS) {
    style.cssText = "";
    budget.isCut = true;
    return;
  }
  const text = style.cssText;
  if (text.length <= MAX_VALUE && !SUSPECT.test(text) && !OF_A_VARIABLE.test(text)) return;
  let isShorthand = false;
  const isTextFetching = FETCHING.test(text);
  const hasEscape = text.includes("\\");
  // A copy, because properties go while one looks.
  for (const name of Array.from(style)) {
    const value = style.getPropertyValue(name);
    if (isCostly(name, value, budget)) {
      style.removeProperty(name);
      continue;
    }
    // Of a shorthand with var() or the like in it no property has a value: only the text of the whole shows it.
    const isFetching = value === "" ? isTextFetching : FETCHING.test(value);
    const isEscaped = value === "" ? hasEscape : value.includes("\\");
    // Such text, and that of a custom property, is the sender's own writing, in which an escape may hide anything.
    if (isEscaped || (isFetching && (value === "" || name.startsWith("--")))) {
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

function isCostly(name: string, value: string, { elements }: StyleBudget): boolean {
  // Each may stand in the next twice, and that in the next.
  if (name.startsWith("--")) return value.length > MAX_VALUE || /var\(/i.test(value);
  if (name === "content") return value.length > MAX_CONTENT || elements > MAX_GENERATED;
  return value.length > (FETCHING.test(value) ? MAX_ATTRIBUTE : MAX_VALUE) || COSTLY.test(name);
}

/** The value with addresses that we hold, `undefined` when there is any other. */
function heldOnly(value: string, { addressOf }: StyleContext): string | undefined {
  let isHeld = true;
  const result = value.replace(URLS, (whole, url: string) => {
    const address = addressOf(url);
    isHeld &&= address !== undefined;
    return address === url ? whole : `url("${address}")`;
  });
  const isElse = FETCHING.test(value.replace(URLS, ""));
  return isHeld && !isElse ? result : undefined;
}
