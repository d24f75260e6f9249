import {
  COUNTED,
  LEVELS,
  type CountedFigure,
  type HistoryRange,
  type LevelFigure,
  type OperationsHistory,
} from "@atrium/contract/types/operations";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/index.ts";
import { ORGANISATION } from "../accounts/index.ts";
import { SPAN_OF, SPANS, startOf, type Span } from "./limits.ts";
import "./tables.ts";

/** So much of a figure, at a moment (milliseconds). */
export interface Amount<Figure extends string = string> {
  readonly figure: Figure;
  readonly at: number;
  readonly amount: number;
}

const ALL_SPANS = Object.keys(SPANS) as Span[];

/** Adds what was counted to the buckets that it belongs to. */
export async function addCounts(
  db: Db | Tx,
  amounts: readonly Amount<CountedFigure>[],
): Promise<void> {
  await put(db, amounts, sql`f.amount + excluded.amount`);
}

/** Puts down what was read; a bucket has the last reading. */
export async function setLevels(
  db: Db | Tx,
  amounts: readonly Amount<LevelFigure>[],
): Promise<void> {
  await put(db, amounts, sql`excluded.amount`);
}

async function put(
  db: Db | Tx,
  amounts: readonly Amount[],
  met: ReturnType<typeof sql>,
): Promise<void> {
  const rows = new Map<string, { span: Span; start: Date; figure: string; amount: number }>();
  for (const { figure, at, amount } of amounts)
    for (const span of ALL_SPANS) {
      const start = startOf(span, at);
      const key = `${span} ${start} ${figure}`;
      const before = rows.get(key)?.amount ?? 0;
      rows.set(key, { span, start: new Date(start), figure, amount: before + amount });
    }
  if (rows.size === 0) return;
  const all = [...rows.values()];
  // In the order of the key: processes that write the same rows wait for each other and never in a circle.
  await sql`
    insert into operation_figure as f (account_id, span, starts_at, figure, amount)
    select ${ORGANISATION}, span, starts_at, figure, amount
    from unnest(${all.map(({ span }) => span)}::text[], ${all.map(({ start }) => start)}::timestamptz[],
      ${all.map(({ figure }) => figure)}::text[], ${all.map(({ amount }) => amount)}::bigint[])
      as r (span, starts_at, figure, amount)
    order by span collate "C", starts_at, figure collate "C"
    on conflict (account_id, span, starts_at, figure) do update set amount = ${met}`.execute(db);
}

/** What a chart of the range shows, up to now. */
export async function readHistory(
  db: Db | Tx,
  range: HistoryRange,
  now: Date,
): Promise<Omit<OperationsHistory, "accountId">> {
  const span = SPAN_OF[range];
  const { length, shown } = SPANS[span];
  const first = startOf(span, now.getTime()) - (shown - 1) * length;
  const rows = await db
    .selectFrom("operation_figure")
    .select(["starts_at", "figure", "amount"])
    .where("account_id", "=", ORGANISATION)
    .where("span", "=", span)
    .where("starts_at", ">=", new Date(first))
    .where("starts_at", "<=", now)
    .execute();
  const known = new Map(
    rows.map(({ starts_at, figure, amount }) => [`${figure} ${starts_at.getTime()}`, amount]),
  );
  const series = <Gap>(figure: string, gap: Gap): (number | Gap)[] =>
    Array.from(
      { length: shown },
      (_, index) => known.get(`${figure} ${first + index * length}`) ?? gap,
    );
  return {
    range,
    startsAt: new Date(first).toISOString(),
    step: length / 1000,
    counts: byName(COUNTED, (figure) => series(figure, 0)),
    levels: byName(LEVELS, (figure) => series(figure, null)),
  };
}

function byName<Name extends string, Value>(
  names: readonly Name[],
  of: (name: Name) => Value,
): Record<Name, Value> {
  const entries = names.map((name) => [name, of(name)] as const);
  return Object.fromEntries(entries) as Record<Name, Value>;
}

/** Forgets the buckets that are older than what is kept of their length. */
export async function trimFigures(db: Db, now: Date): Promise<void> {
  for (const span of ALL_SPANS) {
    const { length, kept } = SPANS[span];
    await db
      .deleteFrom("operation_figure")
      .where("account_id", "=", ORGANISATION)
      .where("span", "=", span)
      .where("starts_at", "<", new Date(now.getTime() - kept * length))
      .execute();
  }
}
