import type { Db } from "../platform/db/index.ts";

/** A database that counts the statements which are sent to it. */
export function countingStatements(db: Db): { readonly db: Db; readonly count: () => number } {
  let statements = 0;
  return {
    db: db.withPlugin({
      transformQuery({ node }) {
        statements += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    }),
    count: () => statements,
  };
}
