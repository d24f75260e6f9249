import type {
  CreateOf,
  Property,
  RecordOf,
  TypeDescription,
  ValueOf,
} from "@atrium/contract/types/define";
import { utcDate, utcSeconds } from "@atrium/contract/types/utc-date";
import { sql, type RawBuilder } from "kysely";
import { rowsOf, type Db, type Tx } from "../platform/db/index.ts";
import { refuse } from "./errors.ts";
import type { Reach } from "./reach.ts";
import type { Call, Container, Store, WriteCall } from "./serve.ts";
import { tablePlaces, type Places } from "./table-container.ts";

/** Values by column. */
type Row = Readonly<Record<string, unknown>>;

/** How the records of a plain type lie in a table with `account_id`, `id` and a column for each property. */
export interface TableOptions<D extends TypeDescription> extends Places {
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
  readonly beside?: Beside<D>;
}

/** What a record has that lies in no column of its row: with whom it is shared, and what who asks may do with it. */
export interface Beside<D extends TypeDescription> {
  readonly properties: readonly (keyof D["properties"] & string)[];
  /** The values of these properties by the id of each record; of those that are asked for. */
  read(
    call: Call,
    ids: readonly string[],
    properties: readonly string[],
  ): Promise<ReadonlyMap<string, Partial<RecordOf<D>>>>;
  /** Keeps what a client gave; answers what became of it, where that is something else. */
  write(
    call: WriteCall,
    id: string,
    record: RecordOf<D> | CreateOf<D>,
  ): Promise<Partial<RecordOf<D>> | undefined>;
}

export type TableStore<D extends TypeDescription> = Store<D> & {
  /** To be served with the store, where records are shared or lie in what is. */
  readonly container: Container<D> | undefined;
  /** That a row is in reach, for SQL of the type's own. */
  inReach(reach: Reach): RawBuilder<boolean>;
  /** All records of an account, or those of some ids, outside of a call too; without what lies beside their rows. */
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
  const {
    most,
    unique,
    order = "id",
    computed = {},
    derived,
    initial,
    destroyed,
    beside,
  } = options;
  const table = sql.table(options.table);
  const columnOf = (name: string): string =>
    options.columns?.[name] ?? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const places = tablePlaces(type, table, options, columnOf);
  // Who has part in reach would learn which values there are beyond it.
  if (unique !== undefined && places.container !== undefined)
    throw new Error(`${type.name} has a value that no two share, and can be part in reach`);
  const columns = Object.entries(type.properties)
    .filter(([name]) => !(name in computed) && beside?.properties.includes(name) !== true)
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

  async function readAll(
    { db, accountId, reach }: Pick<Call, "db" | "accountId" | "reach">,
    ids: readonly string[] | null,
    limit: number | undefined,
  ): Promise<RecordOf<D>[]> {
    const { rows } = await sql<Row>`
      select * from ${table} where ${rowsWithin(accountId, ids, reach)}
      order by ${sql.raw(order)} limit ${limit ?? null}`.execute(db);
    return rows.map((row) => recordOf(places.seen(row, reach)));
  }

  const rowsWithin = (accountId: string, ids: readonly string[] | null, reach: Reach) =>
    reach === "everything"
      ? rowsOf(accountId, ids)
      : sql<boolean>`${rowsOf(accountId, ids)} and ${places.inReach(reach)}`;

  /** Takes records out of the containers in reach, and answers those that lie nowhere then. */
  async function takeOut(call: WriteCall, ids: readonly string[]): Promise<readonly string[]> {
    const { w, accountId, reach } = call;
    if (reach === "everything") return ids;
    const { rows } = await sql<Row>`
      select * from ${table} where ${rowsWithin(accountId, ids, reach)}`.execute(w.tx);
    const gone: string[] = [];
    for (const row of rows) {
      const beyond = places.beyond(row, reach);
      if (beyond === null) gone.push(String(row["id"]));
      else await setColumns(call, String(row["id"]), beyond);
    }
    return gone;
  }

  const setColumns = ({ w, accountId }: WriteCall, id: string, row: Row) =>
    sql`update ${table} set ${sql.join(
      Object.entries(row).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    )} where account_id = ${accountId} and id = ${id}`.execute(w.tx);

  /** A row as a client changed it, with the containers that the client does not see. */
  async function withBeyond(call: WriteCall, id: string, row: Row): Promise<Row> {
    const { w, accountId, reach } = call;
    if (reach === "everything" || places.container === undefined) return row;
    const { rows } = await sql<Row>`
      select * from ${table} where ${rowsOf(accountId, [id])}`.execute(w.tx);
    return { ...row, ...places.withBeyond(rows[0]!, row, reach) };
  }

  const store: TableStore<D> = {
    container: places.container,
    // What lies beside a row is written after it.
    writesFirst: beside !== undefined,
    inReach: (reach) => places.inReach(reach),
    read: (db, accountId, ids = null, limit = most) =>
      readAll({ db, accountId, reach: "everything" }, ids, limit),

    async get(call, ids, properties, limit) {
      const records = await readAll(call, ids, limit);
      const more = beside?.properties.filter((name) => properties.includes(name)) ?? [];
      if (more.length === 0) return records;
      const found = await beside!.read(
        call,
        records.map(({ id }) => id as string),
        more,
      );
      return records.map((record) => ({ ...record, ...found.get(record.id as string) }));
    },

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
      const other = await beside?.write(call, id, record);
      const more = await beside?.read(call, [id], beside.properties);
      const set = Object.entries({ ...recordOf(rows[0]!), ...more?.get(id) }).filter(
        ([name]) => type.properties[name]!.serverSet,
      );
      return { ...Object.fromEntries(set), ...other } as Partial<RecordOf<D>> & { id: string };
    },

    async update(call, updates) {
      const set = new Map<string, Partial<RecordOf<D>>>();
      if (mutable.length === 0) return set;
      for (const { id, after, changed } of updates) {
        const row = await withBeyond(call, id, rowOf(after, mutable));
        if (unique && changed.includes(unique.property)) await refuseTaken(call, row, id);
        await setColumns(call, id, row);
        if (beside?.properties.some((name) => changed.includes(name)))
          set.set(id, (await beside.write(call, id, after)) ?? {});
      }
      return set;
    },

    async destroy(call, given) {
      const ids = await takeOut(call, given);
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
