import type {
  Comparator,
  ConditionOf,
  FilterOf,
  RecordOf,
  TypeDescription,
} from "@atrium/contract/types/define";
import type { DefaultPropertyOf } from "@atrium/contract/types/methods";
import { useQuery, useRecord, type Account } from "@atrium/jmap";
import { navigate } from "@atrium/shell";
import {
  ChevronRightIcon,
  EmptyState,
  ErrorCard,
  noRows,
  SearchField,
  SearchIcon,
  Skeleton,
  VirtualGrid,
} from "@atrium/ui";
import {
  useCallback,
  useDeferredValue,
  useMemo,
  useState,
  type CSSProperties,
  type ReactNode,
} from "react";
import { t } from "../strings/index.ts";
import "./searchable-list.css";

const ROW_HEIGHT = 56;
/** Rows that stand there before it is known how many there are. */
const SKELETONS = 8;
const BY_NAME: readonly Comparator[] = [{ property: "name", isAscending: true }];

/** A type whose records are found by words. */
export type Findable = TypeDescription & {
  readonly filters: { readonly text: { readonly type: "String" } };
};

export interface ListWords {
  readonly label: string;
  readonly find: string;
  readonly count: (count: number) => string;
  /** Nothing is called so. */
  readonly none: (query: string) => string;
}

/** What a row shows of a record, and what stands instead of the list when there is nothing at all. */
export interface Rows<D extends TypeDescription> {
  readonly row: (record: RecordOf<D>) => ReactNode;
  readonly empty?: ReactNode;
  /** What can be done with all that is listed. */
  readonly acts?: ReactNode;
}

/** What there is of a type, however much it is; each leads to its own page. */
export function SearchableList<D extends Findable>({
  account,
  type,
  properties,
  home,
  sort = BY_NAME,
  filter = null,
  words,
  children,
}: {
  readonly account: Account;
  readonly type: D;
  /** Which of a record a row shows. */
  readonly properties: readonly DefaultPropertyOf<D>[];
  /** The page of a record is below it. */
  readonly home: string;
  readonly sort?: readonly Comparator[];
  /** Which there are at all, before anything is looked for. */
  readonly filter?: ConditionOf<D> | null;
  readonly words: ListWords;
  readonly children: Rows<D>;
}): ReactNode {
  const [text, setText] = useState("");
  const query = useDeferredValue(text.trim());
  const list = useMemo(
    () =>
      account.query<D>({
        type,
        filter: (query === "" ? filter : { ...filter, text: query }) as FilterOf<D> | null,
        sort,
        rows: [{ type, properties }],
      }),
    [account, type, properties, sort, filter, query],
  );
  const view = useQuery(list);
  const [active, setActive] = useState(-1);
  const show = useCallback((first: number, last: number) => list.show(first, last), [list]);
  const { row: render, empty, acts } = children;
  const row = useCallback(
    (index: number) => <Row account={account} type={type} id={view.idAt(index)} render={render} />,
    [account, type, view, render],
  );
  function open(index: number): void {
    const id = view.idAt(index);
    if (id !== undefined) navigate(`${home}/${id}`);
  }
  const isEmpty = view.status === "ready" && view.length === 0;
  if (isEmpty && query === "" && empty !== undefined) return empty;
  return (
    <div
      className="searchable-list"
      style={{ "--rows": view.length || SKELETONS } as CSSProperties}
    >
      <div className="searchable-list-head">
        <SearchField
          label={words.find}
          placeholder={words.find}
          value={text}
          onValue={(value) => {
            setText(value);
            setActive(-1);
          }}
        />
        {acts}
        <p role="status">{view.status === "ready" ? words.count(view.length) : ""}</p>
      </div>
      {view.status === "failed" && (
        <ErrorCard title={t("loadFailed")} onRetry={() => list.retry()} />
      )}
      {isEmpty && <EmptyState icon={<SearchIcon />} title={words.none(query)} />}
      {view.status !== "failed" && !isEmpty && (
        <VirtualGrid
          label={words.label}
          rowCount={view.length || SKELETONS}
          rowHeight={ROW_HEIGHT}
          rowId={view.idAt}
          renderRow={row}
          active={active}
          onActive={setActive}
          selection={noRows}
          onSelection={() => undefined}
          onOpen={open}
          onRange={show}
          scrollKey={`${type.name} ${JSON.stringify(filter)} ${query}`}
          busy={view.status === "loading"}
        />
      )}
    </div>
  );
}

function Row<D extends Findable>({
  account,
  type,
  id,
  render,
}: {
  readonly account: Account;
  readonly type: D;
  readonly id: string | undefined;
  readonly render: (record: RecordOf<D>) => ReactNode;
}): ReactNode {
  const record = useRecord(account, type, id);
  return (
    <div className="searchable-list-row">
      {record ? (
        <>
          {render(record)}
          <ChevronRightIcon />
        </>
      ) : (
        <>
          <Skeleton width="32px" height="32px" round />
          <Skeleton width="50%" />
        </>
      )}
    </div>
  );
}
