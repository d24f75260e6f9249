import type { FilterOf, TypeDescription } from "@atrium/contract/types/define";
import type { ExtraArguments, SortOf } from "@atrium/contract/types/methods";
import type { JsonObject } from "@atrium/contract/types/wire";

/** Records that belong to a row: those with the list's own ids, then others found by a path in the step before. */
export interface RowStep {
  readonly type: TypeDescription;
  readonly properties: readonly string[];
  // In a line comment, because the pointer of every item's `threadId` would end the other kind: /list/*/threadId
  // JSON pointer into the step before; not in the first step.
  readonly from?: string;
}

/** An ordered list that the server keeps (RFC 8620 §5.5), looked at through a window. */
export interface QueryDefinition<D extends TypeDescription = TypeDescription> {
  readonly type: D;
  readonly filter: FilterOf<D> | null;
  readonly sort: SortOf<D>;
  /** Further arguments, such as Email's `collapseThreads`. */
  readonly args?: ExtraArguments<D, "query">;
  readonly rows: readonly RowStep[];
  /** To count takes the server longer than to find a page: it is asked for once the rows in sight are here. */
  readonly countsLater?: boolean;
  /** Whether a record still belongs into the list. What a mutation takes out is hidden at once. */
  readonly keeps?: (record: JsonObject) => boolean;
}

export type QueryStatus = "idle" | "loading" | "ready" | "failed";

/** The list as it is now; another object after every change. */
export interface QueryView {
  readonly status: QueryStatus;
  /** Why the last attempt failed: it is `failed`, or shown as it was while the server cannot be reached. */
  readonly error: unknown;
  /** Before it is counted, what is known so far and a row more. */
  readonly length: number;
  readonly isCounted: boolean;
  readonly idAt: (row: number) => string | undefined;
  /** -1 when the id is not known to be in the list. */
  readonly rowOf: (id: string) => number;
  /** Every id that is here, in no particular order. */
  readonly ids: () => Iterable<string>;
}
