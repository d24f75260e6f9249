import { createHash } from "node:crypto";

/** Statement texts that one process prepares; more than this and something writes values into its SQL. */
const LIMIT = 2000;

/**
 * Begins a statement whose text follows from what a client asks, as a filter does. There is no end of such texts, so
 * only the first ones that come are prepared; the others work the same.
 */
export const BY_REQUEST = "/* by request */";
const REQUEST_LIMIT = 200;

/**
 * The names under which statements are prepared, the same for the same text everywhere, so that PostgreSQL parses and
 * plans it once a connection. `undefined` past the limit: such statements run unprepared.
 */
export function newStatementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  let byRequest = 0;
  return (text) => {
    const known = names.get(text);
    if (known !== undefined) return known;
    const isByRequest = text.trimStart().startsWith(BY_REQUEST);
    const isOver = isByRequest ? byRequest >= REQUEST_LIMIT : names.size - byRequest >= LIMIT;
    if (isOver) return undefined;
    if (isByRequest) byRequest += 1;
    const name = createHash("sha1").update(text).digest("hex").slice(0, 20);
    names.set(text, name);
    return name;
  };
}

/** Those of this process. */
export const statementName = newStatementNames();
