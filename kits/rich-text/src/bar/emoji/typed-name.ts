/** A colon that no word ends with, and at least two letters of a name up to the caret. */
const TYPED = /(?:^|[\s\u200b(])(:[\p{L}\d_+-]{2,30})$/u;
/** More characters than such a name has. */
const LOOKED_AT = 40;

/** The name of an emoji that ends at the caret, with its colon; `undefined`: there is none. */
export function typedName(text: string, caret: number): string | undefined {
  return TYPED.exec(text.slice(Math.max(0, caret - LOOKED_AT), caret))?.[1];
}
