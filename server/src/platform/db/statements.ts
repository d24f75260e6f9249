import { createHash } from "node:crypto";

/** Statement texts that one process prepares; more than this and something writes values into its SQL. */
const LIMIT = 2000;
const names = new Map<string, string>();

/**
 * Begins a statement whose text follows from what a client asks, as a filter does. There is no end of such texts, so
 * only the first ones that come are prepared; the others work the same.
 */
export const BY_REQUEST = "/* by request */";
const REQUEST_LIMIT = 200;
let byRequest = 0;

/**
 * The name under which a statement is prepared, the same for the same text everywhere, so that PostgreSQL
 * parses and plans it once a connection. `undefined` past the limit: such statements run unprepared.
 */
export function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  const isByRequest = text.trimStart().startsWith(BY_REQUEST);
  if (isByRequest ? byRequest >= REQUEST_LIMIT : names.size - byRequest >= LIMIT) return undefined;
  if (isByRequest) byRequest += 1;
  const name = createHash("sha1").update(text).digest("hex").slice(0, 20);
  names.set(text, name);
  return name;
}
