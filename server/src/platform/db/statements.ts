import { createHash } from "node:crypto";

/** Statement texts that one process prepares; more than this and something writes values into its SQL. */
const LIMIT = 2000;
const names = new Map<string, string>();

/**
 * The name under which a statement is prepared, the same for the same text everywhere, so that PostgreSQL
 * parses and plans it once a connection. `undefined` past the limit: such statements run unprepared.
 */
export function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= LIMIT) return known;
  const name = createHash("sha1").update(text).digest("hex").slice(0, 20);
  names.set(text, name);
  return name;
}
