import type {
  CreateOf,
  Property,
  RecordOf,
  TypeDescription,
  ValueOf,
} from "@atrium/contract/types/define";
import { utcDate, utcSeconds } from "@atrium/contract/types/utc-date";
import { sql } from "kysely";
import { rowsOf, type Db, type Tx } from "../platform/db/index.ts";
import { refuse } from "./errors.ts";
import type { Store, WriteCall } from "./serve.ts";

/** Values by column. */
type Row = Readonly<Record<string, unknown>>;

/** How the records of a plain type lie in a table with `account_id`, `id` and a column for each property. */
export interface TableOptions<D extends TypeDescription> {
  readonly table: string;
  /** What ids of the type begin with. */
  readonly idPrefix: string;
  /** Most records of one account; one more is `overQuota`. */
  readonly most?: number;
  /** Columns that are not called like their property in snake case. */
  readonly columns?: { readonly [Name in keyof D["properties"]]?: string };
  /** Properties without a column, from what no client changes. */
  readonly computed?: {
    readonly [Name in keyof D["properties"]]?: (row: Row) => ValueOf<D["properties"][Name]>;
  };
  /** Columns without a property, which follow from the others. */
  readonly derived?: (record: RecordOf<D> | CreateOf<D>) => Row;
  /** Columns that the server sets when a record is made. */
  readonly initial?: (call: WriteCall, record: CreateOf<D>) => Row | Promise<Row>;
  /** A column whose value no two records of an account share, and the property in which clients see it. */
  readonly unique?: { readonly column: string; readonly property: keyof D["properties"] & string };
  /** The order in which records are read, in SQL; that in which they were made unless given. */
  readonly order?: string;
  readonly destroyed?: (call: WriteCall, rows: readonly Row[]) => Promise<void>;
}

export type TableStore<D extends TypeDescription> = Store<D> & {
  /** Records of an account, outside of a call too. */
  read(
    db: Db | Tx,
    accountId: string,
    ids?: readonly string[] | null,
    limit?: number,
  ): Promise<RecordOf<D>[]>;
};

/** All SQL of a plain type. Each statement is bound to the call's account, so that none can forget it. */
export function tableStore<const D extends TypeDescription>(
  type: D,
  options: TableOptions<D>,
): TableStore<D> {
  const { most, unique, order = "id", computed = {}, derived, initial, destroyed } = options;
  const table = sql.table(options.table);
  const columnOf = (name: string): string =>
    options.columns?.[name] ?? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const columns = Object.entries(type.properties)
    .filter(([name]) => !(name in computed))
    .map(([name, property]) => ({ name, property, column: columnOf(name) }));
  const given = columns.filter(({ property }) => property.serverSet !== true);
  const mutable = given.filter(({ property }) => property.immutable !== true);

  const recordOf = (row: Row): RecordOf<D> => {
    const record = columns.map(({ name, property, column }) => [name, read(property, row[column])]);
    const others = Object.entries<((row: Row) => unknown) | undefined>(computed);
    return Object.fromEntries([
      ...record,
      ...others.map(([name, of]) => [name, of?.(row)]),
    ]) as RecordOf<D>;
  };
  const rowOf = (record: RecordOf<D> | CreateOf<D>, kept: typeof columns): Row => ({
    ...Object.fromEntries(
      kept.map(({ name, property, column }) => [
        column,
        write(property, (record as Row)[name] ?? null),
      ]),
    ),
    ...derived?.(record),
  });

  /** @throws Refusal `alreadyExists`, naming the one that there is (RFC 8620 §5.3). */
  async function refuseTaken({ w, accountId }: WriteCall, row: Row, id: string): Promise<void> {
    if (unique === undefined) return;
    const { rows } = await sql<{ id: string }>`
      select id from ${table} where account_id = ${accountId} and id <> ${id}
        and ${sql.ref(unique.column)} = ${row[unique.column]}`.execute(w.tx);
    if (rows.length > 0)
      refuse("alreadyExists", `another ${type.name} has this ${unique.property}`, {
        existingId: rows[0]!.id,
        properties: [unique.property],
      });
  }

  async function refuseMore({ w, accountId }: WriteCall): Promise<void> {
    if (most === undefined) return;
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${table} where account_id = ${accountId}`.execute(w.tx);
    if (rows[0]!.count >= most) refuse("overQuota", `an account has at most ${most} of these`);
  }

  const readAll: TableStore<D>["read"] = async (db, accountId, ids = null, limit = most) => {
    const { rows } = await sql<Row>`
      select * from ${table} where ${rowsOf(accountId, ids)}
      order by ${sql.raw(order)} limit ${limit ?? null}`.execute(db);
    return rows.map(recordOf);
  };

  const store: TableStore<D> = {
    read: readAll,

    get: ({ db, accountId }, ids, _properties, limit) => readAll(db, accountId, ids, limit),

    async create(call, record) {
      const { w, accountId } = call;
      await refuseMore(call);
      const id = w.newId(options.idPrefix);
      const row: Row = {
        account_id: accountId,
        ...rowOf(record, given),
        id,
        ...(await initial?.(call, record)),
      };
      await refuseTaken(call, row, id);
      const { rows } = await sql<Row>`
        insert into ${table} (${sql.join(Object.keys(row).map((column) => sql.ref(column)))})
        values (${sql.join(Object.values(row))}) returning *`.execute(w.tx);
      const set = Object.entries(recordOf(rows[0]!)).filter(
        ([name]) => type.properties[name]!.serverSet,
      );
      return Object.fromEntries(set) as Partial<RecordOf<D>> & { id: string };
    },

    async update(call, updates) {
      const { w, accountId } = call;
      if (mutable.length === 0) return;
      for (const { id, after, changed } of updates) {
        const row = rowOf(after, mutable);
        if (unique && changed.includes(unique.property)) await refuseTaken(call, row, id);
        const set = Object.entries(row).map(
          ([column, value]) => sql`${sql.ref(column)} = ${value}`,
        );
        await sql`update ${table} set ${sql.join(set)}
          where account_id = ${accountId} and id = ${id}`.execute(w.tx);
      }
    },

    async destroy(call, ids) {
      const { rows } = await sql<Row>`
        delete from ${table} where ${rowsOf(call.accountId, ids)} returning *`.execute(call.w.tx);
      await destroyed?.(call, rows);
    },
  };
  return store;
}

const isDate = ({ type }: Property): boolean => type === "UTCDate" || type === "Date";
const isScalar = ({ type }: Property): boolean => typeof type === "string" || "oneOf" in type;

/** A property's value as its column takes it: times as such, what is no scalar as `jsonb`. */
function write(property: Property, value: unknown): unknown {
  if (value === null) return null;
  if (isDate(property)) return new Date(value as string);
  return isScalar(property) ? value : JSON.stringify(value);
}

/** The other way round. Times that the server sets are whole seconds, as clients compare them as text. */
function read(property: Property, value: unknown): unknown {
  if (!isDate(property) || value === null) return value;
  return property.serverSet ? utcSeconds(value as Date) : utcDate(value as Date);
}
