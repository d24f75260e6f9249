import { MAX_MATCHES, MAX_RULES } from "./limits.ts";

/** Selectors that are held against all that comes before an element, or is inside it, and no mail program takes. */
const COSTLY = /:has\(|~(?!=)|\bof\b/i;

/** What the style sheets of one text may still cost, with so many elements to hold them against. */
export class StyleBudget {
  /** Some rules were left out. */
  isCut = false;
  /** Rules that there is room for. */
  rules = MAX_RULES;
  readonly elements: number;
  #selectors: number;

  constructor(elements: number) {
    this.elements = elements;
    this.#selectors = Math.floor(MAX_MATCHES / Math.max(1, elements));
  }

  /** Whether a rule with this selector is taken. */
  takes(selector: string): boolean {
    this.#selectors -= selector.split(/[\s>+,:]+/).length;
    const isTaken = this.#selectors >= 0 && !COSTLY.test(selector);
    this.isCut ||= !isTaken;
    return isTaken;
  }
}
