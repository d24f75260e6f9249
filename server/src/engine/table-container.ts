import type { TypeDescription } from "@atrium/contract/types/define";
import { sql, type RawBuilder } from "kysely";
import { rowsOf } from "../platform/db/index.ts";
import type { Reach } from "./reach.ts";
import type { Container, Need, RecordChange } from "./serve.ts";

/** How records of a plain type lie in containers of another type: by a property that names them. */
export interface Lying {
  /** An `Id` for those that lie in one at most, or a set of ids. */
  readonly property: string;
  /** The rights in a container that are asked of who sees, makes or puts there, takes away or destroys, and changes what lies in it. */
  readonly rights: Readonly<Record<"read" | "add" | "remove" | "change", string>>;
}

/** The rights to a record that is a container itself. */
export interface ContainerRights {
  readonly read: string;
  /** What is asked of who changes a property. */
  readonly change: (property: string) => string;
  readonly destroy: string;
}

export interface Places {
  /** By the type of the containers. */
  readonly liesIn?: Readonly<Record<string, Lying>>;
  /** Its records can be shared one by one. */
  readonly isShared?: ContainerRights;
}

type Row = Readonly<Record<string, unknown>>;

/** What a table's store has to know of containers. */
export interface TablePlaces<D extends TypeDescription> {
  readonly container: Container<D> | undefined;
  /** That a row is in reach. */
  inReach(reach: Reach): RawBuilder<boolean>;
  /** A row as those see it who have this reach: without the containers beyond it. */
  seen(row: Row, reach: Reach): Row;
  /** The containers of a row that are beyond reach, by column and as it is written there; `null` when there are none. */
  beyond(row: Row, reach: Reach): Row | null;
  /** The same together with those that a client who has this reach gives. */
  withBeyond(row: Row, given: Row, reach: Reach): Row;
}

interface Column extends Lying {
  readonly type: string;
  readonly column: string;
  readonly isSet: boolean;
}

const EVERYTHING = sql<boolean>`true`;

/** @throws Error where a record could not be shown without the container that hides it. */
export function tablePlaces<D extends TypeDescription>(
  type: D,
  table: RawBuilder<unknown>,
  { liesIn = {}, isShared }: Places,
  columnOf: (name: string) => string,
): TablePlaces<D> {
  const columns = Object.entries(liesIn).map(([of, lying]): Column => {
    const property = type.properties[lying.property];
    const isSet = typeof property?.type === "object" && "set" in property.type;
    if (property === undefined || !(isSet || (property.type === "Id" && property.nullable)))
      throw new Error(`${type.name}.${lying.property} is no set of ids and no nullable Id`);
    return { ...lying, type: of, column: columnOf(lying.property), isSet };
  });
  const idsIn = (row: Row, { column, isSet }: Column): string[] => {
    const value = row[column] as object | string | null;
    if (value === null) return [];
    return isSet ? Object.keys(value) : [value as string];
  };
  const valueOf = ({ isSet }: Column, ids: readonly string[]): unknown =>
    isSet ? Object.fromEntries(ids.map((id) => [id, true])) : (ids[0] ?? null);
  /** As `jsonb` takes it. */
  const written = (values: Row): Row =>
    Object.fromEntries(
      columns.map(({ column, isSet }) => [
        column,
        isSet ? JSON.stringify(values[column]) : values[column],
      ]),
    );
  const among = ({ column, isSet }: Column, ids: readonly string[]): RawBuilder<boolean> =>
    isSet
      ? sql<boolean>`${sql.ref(column)} ?| ${[...ids]}::text[]`
      : sql<boolean>`${sql.ref(column)} = any(${[...ids]}::text[])`;
  const split = (row: Row, reach: Reach, which: boolean): Row =>
    Object.fromEntries(
      columns.map((one) => {
        const isIn = (id: string): boolean => reach === "everything" || reach.has(id);
        const ids = idsIn(row, one).filter((id) => isIn(id) === which);
        return [one.column, valueOf(one, ids)];
      }),
    );

  const inReach: TablePlaces<D>["inReach"] = (reach) => {
    if (reach === "everything") return EVERYTHING;
    const ids = [...reach.keys()];
    const parts = columns.map((column) => among(column, ids));
    if (isShared !== undefined) parts.push(sql<boolean>`id = any(${ids}::text[])`);
    return parts.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(parts, sql` or `)})`;
  };

  const container: Container<D> = {
    within: {
      ...(isShared && { [type.name]: isShared.read }),
      ...Object.fromEntries(columns.map((one) => [one.type, one.rights.read])),
    },
    async above({ db, accountId }, ids) {
      const { rows } = await sql<Row>`
        select * from ${table} where ${rowsOf(accountId, ids)}`.execute(db);
      const places = rows.map((row): [string, string[]] => {
        const id = String(row["id"]);
        return [id, [...(isShared ? [id] : []), ...columns.flatMap((one) => idsIn(row, one))]];
      });
      return new Map(places.filter(([, containers]) => containers.length > 0));
    },
    async below({ db, accountId }, { type: of, id }) {
      const inIt = columns.filter((one) => one.type === of).map((one) => among(one, [id]));
      if (inIt.length === 0) return [];
      const { rows } = await sql<{ id: string }>`
        select id from ${table} where ${rowsOf(accountId, null)}
          and (${sql.join(inIt, sql` or `)}) order by id`.execute(db);
      return rows.map((row) => row.id);
    },
    needs: (change) => needsOf(change, columns, isShared),
  };

  return {
    container: columns.length === 0 && isShared === undefined ? undefined : container,
    inReach,
    seen: (row, reach) => (reach === "everything" ? row : { ...row, ...split(row, reach, true) }),
    beyond(row, reach) {
      const hidden = split(row, reach, false);
      return columns.some((one) => idsIn(hidden, one).length > 0) ? written(hidden) : null;
    },
    withBeyond(row, given, reach) {
      const hidden = split(row, reach, false);
      return written(
        Object.fromEntries(
          columns.map((one) => {
            const own = one.isSet ? JSON.parse(String(given[one.column])) : given[one.column];
            const ids = [...idsIn(hidden, one), ...idsIn({ [one.column]: own }, one)];
            return [one.column, valueOf(one, ids)];
          }),
        ),
      );
    },
  };
}

/** What is asked of a change, in each container that it is about. */
function needsOf(
  change: RecordChange<TypeDescription>,
  columns: readonly Column[],
  isShared: ContainerRights | undefined,
): Need[] {
  const idsOf = (record: Row, { property }: Column): string[] => {
    const value = record[property];
    if (value === null || value === undefined) return [];
    return typeof value === "string" ? [value] : Object.keys(value);
  };
  const toAll = (record: Row, which: "add" | "remove"): Need[] =>
    columns.flatMap((one) =>
      idsOf(record, one).map((id) => ({
        id,
        type: one.type,
        right: one.rights[which],
        property: one.property,
      })),
    );
  const onlyOwner: readonly Need[] = [{ id: null, right: "" }];
  const orOwner = (needs: Need[]): Need[] => (needs.length === 0 ? [...onlyOwner] : needs);
  if (change.verb === "create") return orOwner(toAll(change.after, "add"));
  const before = change.before as Row;
  const own = String(before["id"]);
  if (change.verb === "destroy")
    return isShared ? [{ id: own, right: isShared.destroy }] : orOwner(toAll(before, "remove"));
  const after = change.after as Row;
  const { changed } = change;
  const moves = columns.filter(({ property }) => changed.includes(property));
  const rest = changed.filter((name) => moves.every(({ property }) => property !== name));
  return [
    ...moves.flatMap((one) => {
      const [was, is] = [idsOf(before, one), idsOf(after, one)];
      const place = (id: string, which: "add" | "remove"): Need => ({
        id,
        type: one.type,
        right: one.rights[which],
        property: one.property,
      });
      return [
        // Where it is seen to lie nowhere, it may lie in what is not seen.
        ...(!one.isSet && was.length === 0 ? onlyOwner : []),
        ...was.filter((id) => !is.includes(id)).map((id) => place(id, "remove")),
        ...is.filter((id) => !was.includes(id)).map((id) => place(id, "add")),
      ];
    }),
    ...(rest.length === 0
      ? []
      : isShared
        ? rest.map((name): Need => ({ id: own, right: isShared.change(name) }))
        : toChange(before, columns, idsOf)),
  ];
}

/** Who changes what lies in several containers needs the right in each that is seen. */
function toChange(
  record: Row,
  columns: readonly Column[],
  idsOf: (record: Row, column: Column) => string[],
): Need[] {
  return columns.flatMap((one) =>
    idsOf(record, one).map((id) => ({ id, type: one.type, right: one.rights.change })),
  );
}
