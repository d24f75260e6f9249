import { refuseProperty } from "../../../engine/index.ts";
import { MAX_LABEL_NAME } from "../limits.ts";

/** Would turn the words around it, or the end of the line, into something else. */
const MISLEADING = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** A label's name as it is kept. @throws Refusal `invalidProperties` */
export function labelName(given: string): string {
  const name = given.normalize("NFC").trim();
  if (!name.isWellFormed() || MISLEADING.test(name))
    refuseProperty("name", "no control characters");
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(name))
    refuseProperty("name", "a label has a name that can be seen");
  if (Buffer.byteLength(name) > MAX_LABEL_NAME) refuseProperty("name", "too long");
  return name;
}
