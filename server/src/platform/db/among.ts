import { sql, type RawBuilder } from "kysely";

/** Whether a row's `id` is one of these; without any given, each row's is. */
export const isAmong = (ids: readonly string[] | null): RawBuilder<boolean> =>
  ids === null ? sql`true` : sql`id = any(${ids})`;
