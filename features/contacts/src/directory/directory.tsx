import { href } from "@atrium/contract/href";
import { Principal } from "@atrium/contract/types/principal";
import { useQuery, useRecord, type Account, type QueryDefinition } from "@atrium/jmap";
import { navigate } from "@atrium/shell";
import {
  AddressBookIcon,
  Avatar,
  EmptyState,
  ErrorCard,
  noRows,
  SearchField,
  SearchIcon,
  Skeleton,
  VirtualGrid,
} from "@atrium/ui";
import { useCallback, useDeferredValue, useMemo, useState, type ReactNode } from "react";
import { t } from "../strings/index.ts";

const ROW_HEIGHT = 56;
/** Those that stand there before it is known how many there are. */
const ROWS = 8;

/** What a row and the card show of an entry. */
export const CARD = { properties: ["id", "type", "name", "description", "email"] } as const;

/** The searchable list of everyone in the organisation. */
export function Directory({
  account,
  chosen,
}: {
  readonly account: Account;
  /** The id of the entry whose card is open. */
  readonly chosen: string | undefined;
}): ReactNode {
  const [text, setText] = useState("");
  const query = useDeferredValue(text.trim());
  const list = useMemo(() => account.query(definition(query)), [account, query]);
  const view = useQuery(list);
  const [active, setActive] = useState(-1);
  const show = useCallback((first: number, last: number) => list.show(first, last), [list]);
  const row = useCallback(
    (index: number) => <Row account={account} id={view.idAt(index)} chosen={chosen} />,
    [account, view, chosen],
  );
  const open = (index: number): void => {
    const id = view.idAt(index);
    if (id !== undefined) navigate(href("/address-book/people/:id", { id }));
  };
  const isEmpty = view.status === "ready" && view.length === 0;

  return (
    <div className="directory">
      <div className="directory-head">
        <SearchField
          label={t("search")}
          placeholder={t("search")}
          value={text}
          onValue={(value) => {
            setText(value);
            setActive(-1);
          }}
        />
        <p role="status">{view.status === "ready" ? t("people", { count: view.length }) : ""}</p>
      </div>
      {view.status === "failed" && (
        <ErrorCard title={t("loadFailed")} onRetry={() => list.retry()} />
      )}
      {isEmpty && query === "" && (
        <EmptyState icon={<AddressBookIcon />} title={t("empty")}>
          {t("emptyMore")}
        </EmptyState>
      )}
      {isEmpty && query !== "" && (
        <EmptyState icon={<SearchIcon />} title={t("nobody", { query })}>
          {t("nobodyMore")}
        </EmptyState>
      )}
      {view.status !== "failed" && !isEmpty && (
        <VirtualGrid
          label={t("title")}
          rowCount={view.status === "ready" ? view.length : view.length || ROWS}
          rowHeight={ROW_HEIGHT}
          rowId={view.idAt}
          renderRow={row}
          active={active}
          onActive={(index) => {
            setActive(index);
            open(index);
          }}
          selection={noRows}
          onSelection={() => undefined}
          onOpen={open}
          onRange={show}
          scrollKey={`directory ${query}`}
          busy={view.status === "loading"}
        />
      )}
    </div>
  );
}

/** The outline of the list, while it is not known yet what it is a list of. */
export function DirectorySkeleton(): ReactNode {
  return (
    <div className="address-book">
      <div className="directory" aria-busy="true">
        <div className="directory-head">
          <Skeleton height={36} />
        </div>
        {Array.from({ length: ROWS }, (_, index) => (
          <div key={index} style={{ blockSize: ROW_HEIGHT }}>
            <RowSkeleton />
          </div>
        ))}
      </div>
    </div>
  );
}

function RowSkeleton(): ReactNode {
  return (
    <div className="directory-row" aria-hidden="true">
      <Skeleton width={32} height={32} round />
      <Skeleton width="50%" />
    </div>
  );
}

function definition(text: string): QueryDefinition {
  return {
    type: Principal,
    filter: text === "" ? null : { text },
    sort: [{ property: "name", isAscending: true }],
    rows: [{ type: Principal, properties: CARD.properties }],
  };
}

function Row({
  account,
  id,
  chosen,
}: {
  readonly account: Account;
  readonly id: string | undefined;
  readonly chosen: string | undefined;
}): ReactNode {
  const principal = useRecord(account, Principal, id);
  if (!principal) return <RowSkeleton />;
  return (
    <div className="directory-row" data-chosen={principal.id === chosen}>
      <Avatar
        name={principal.name}
        isGroup={principal.type === "group"}
        size={32}
        {...(principal.email && { address: principal.email })}
      />
      <div>
        <strong>{principal.name}</strong>
        <span>{principal.email ?? t(principal.type)}</span>
      </div>
    </div>
  );
}
