import type {
  Comparator,
  ConditionOf,
  Filter,
  RecordOf,
  TypeDescription,
} from "@atrium/contract/types/define";
import type { JsonObject } from "@atrium/contract/types/wire";
import { refuse } from "./errors.ts";
import type { Call, Store } from "./serve.ts";

interface InMemory<D extends TypeDescription, Row extends { readonly id: string }> {
  /** Every record that the actor may see. */
  all(call: Call): Promise<readonly Row[]>;
  /** How each filter condition matches. */
  readonly match: {
    readonly [Name in keyof D["filters"]]-?: (
      record: Row,
      value: NonNullable<ConditionOf<D>[Name]> | (null extends ConditionOf<D>[Name] ? null : never),
      call: Call,
    ) => boolean;
  };
  /** How each sort property compares; all of the records are given for those that depend on others. */
  readonly compare: Readonly<Record<string, (a: Row, b: Row, all: readonly Row[]) => number>>;
}

/** `list` for a type of which an account has few records: filtered and sorted here, not by the database. */
export function inMemory<
  D extends TypeDescription,
  Row extends { readonly id: string } = RecordOf<D> & { readonly id: string },
>(how: InMemory<D, Row>): NonNullable<Store<D>["list"]> {
  return async (call, filter, sort) => {
    const all = await how.all(call);
    const match = how.match as unknown as Matchers<Row>;
    const kept = all.filter((record) =>
      matches(match, record, filter as Filter<JsonObject> | null, call),
    );
    return kept.sort((a, b) => compare(how.compare, sort, a, b, all)).map((record) => record.id);
  };
}

interface Operator {
  readonly operator: "AND" | "OR" | "NOT";
  readonly conditions: readonly Filter<JsonObject>[];
}

type Matchers<Row> = Readonly<Record<string, (record: Row, value: unknown, call: Call) => boolean>>;

function matches<Row>(
  match: Matchers<Row>,
  record: Row,
  filter: Filter<JsonObject> | null,
  call: Call,
): boolean {
  if (filter === null) return true;
  if ("operator" in filter) {
    const { operator, conditions } = filter as unknown as Operator;
    const one = (part: Filter<JsonObject>): boolean => matches(match, record, part, call);
    if (operator === "AND") return conditions.every(one);
    if (operator === "OR") return conditions.some(one);
    return !conditions.some(one);
  }
  return Object.entries(filter).every(([name, value]) => match[name]!(record, value, call));
}

function compare<Row extends { readonly id: string }>(
  by: InMemory<TypeDescription, Row>["compare"],
  sort: readonly Comparator[],
  a: Row,
  b: Row,
  all: readonly Row[],
): number {
  for (const { property, isAscending } of sort) {
    const how = by[property] ?? refuse("unsupportedSort", property);
    const order = how(a, b, all);
    if (order !== 0) return isAscending === false ? -order : order;
  }
  // Stable whatever the sort (RFC 8620 §5.5).
  return a.id < b.id ? -1 : 1;
}
