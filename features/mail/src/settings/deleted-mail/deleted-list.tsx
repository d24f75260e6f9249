import { DeletedEmail } from "@atrium/contract/types/deleted-email";
import { useClient } from "@atrium/feature-suite/parts";
import { useQuery, type Account } from "@atrium/jmap";
import { sentence } from "@atrium/settings-page";
import {
  Button,
  Checkbox,
  Confirm,
  EmptyState,
  ErrorCard,
  allRows,
  noRows,
  SearchField,
  SearchIcon,
  selectionCount,
  toast,
  toggleRow,
  TrashIcon,
  VirtualGrid,
  type RowState,
} from "@atrium/ui";
import {
  useCallback,
  useDeferredValue,
  useMemo,
  useState,
  type CSSProperties,
  type ReactNode,
} from "react";
import { deleteNow, findDeleted, recover } from "./deleted-acts.ts";
import { DeletedRow, ROW_PROPERTIES } from "./deleted-row.tsx";
import { t } from "./strings/index.ts";
import "./deleted-mail.css";

const ROW_HEIGHT = 64;
/** Rows that stand there before it is known how many there are. */
const SKELETONS = 6;
const NEWEST_FIRST = [{ property: "deletedAt", isAscending: false }] as const;

/** What was deleted for good, the newest first, and what can be done with what is selected. */
export function DeletedList({ account }: { readonly account: Account }): ReactNode {
  const client = useClient();
  const [text, setText] = useState("");
  const query = useDeferredValue(text.trim());
  const [selection, setSelection] = useState(noRows);
  const [active, setActive] = useState(-1);
  const [isAsking, setAsking] = useState(false);
  const [busy, setBusy] = useState<"recover" | "delete">();
  const list = useMemo(
    () =>
      account.query<typeof DeletedEmail>({
        type: DeletedEmail,
        filter: query === "" ? null : { text: query },
        sort: NEWEST_FIRST,
        rows: [{ type: DeletedEmail, properties: ROW_PROPERTIES }],
      }),
    [account, query],
  );
  const view = useQuery(list);
  const show = useCallback((first: number, last: number) => list.show(first, last), [list]);
  const row = useCallback(
    (index: number, state: RowState) => (
      <DeletedRow account={account} id={view.idAt(index)} state={state} />
    ),
    [account, view],
  );
  const count = selectionCount(selection, view.length);

  async function perform(kind: "recover" | "delete"): Promise<void> {
    setBusy(kind);
    try {
      const all = selection.all ? await findDeleted(client, account, query) : [];
      const ids = selection.all ? all.filter((id) => !selection.ids.has(id)) : [...selection.ids];
      if (kind === "recover") tell(await recover(client, account, ids));
      else {
        const done = await deleteNow(client, account, ids);
        toast({ severity: "success", message: t("destroyed", { count: done }) });
      }
      setSelection(noRows);
      account.sync().catch(() => undefined);
    } catch (error) {
      toast({ severity: "danger", message: sentence(error) });
    }
    setBusy(undefined);
    setAsking(false);
  }

  const isEmpty = view.status === "ready" && view.length === 0;
  return (
    <div className="deleted-mail" style={{ "--rows": view.length || SKELETONS } as CSSProperties}>
      {!(isEmpty && query === "") && (
        <div className="deleted-mail-head">
          <SearchField
            label={t("find")}
            placeholder={t("find")}
            value={text}
            onValue={(value) => {
              setText(value);
              setSelection(noRows);
              setActive(-1);
            }}
          />
          <div className="deleted-mail-acts">
            <Checkbox
              label={t("selectAll")}
              checked={count > 0}
              indeterminate={count > 0 && count !== view.length}
              disabled={view.length === 0}
              onChange={() => setSelection(count > 0 ? noRows : allRows)}
            />
            <p role="status">
              {view.status === "ready" &&
                (count > 0 ? t("selected", { count }) : t("count", { count: view.length }))}
            </p>
            <Button
              variant="primary"
              size="small"
              busy={busy === "recover"}
              disabled={count === 0 || busy !== undefined}
              onClick={() => void perform("recover")}
            >
              {t("restore")}
            </Button>
            <Button
              size="small"
              disabled={count === 0 || busy !== undefined}
              onClick={() => setAsking(true)}
            >
              {t("destroy")}
            </Button>
          </div>
        </div>
      )}
      {view.status === "failed" && <ErrorCard title={t("failed")} onRetry={() => list.retry()} />}
      {isEmpty && (
        <EmptyState
          icon={query === "" ? <TrashIcon /> : <SearchIcon />}
          title={query === "" ? t("none") : t("noneFound", { query })}
        />
      )}
      {view.status !== "failed" && !isEmpty && (
        <VirtualGrid
          label={t("recover")}
          rowCount={view.length || SKELETONS}
          rowHeight={ROW_HEIGHT}
          rowId={view.idAt}
          renderRow={row}
          active={active}
          onActive={setActive}
          selection={selection}
          onSelection={setSelection}
          onOpen={(index) => {
            const id = view.idAt(index);
            if (id !== undefined) setSelection(toggleRow(selection, id));
          }}
          onRange={show}
          scrollKey={query}
          busy={view.status === "loading"}
        />
      )}
      <Confirm
        open={isAsking}
        danger
        busy={busy === "delete"}
        title={t("destroyTitle", { count })}
        confirmLabel={t("destroy")}
        onConfirm={() => void perform("delete")}
        onClose={() => setAsking(false)}
      >
        <p>{t("destroyMore")}</p>
      </Confirm>
    </div>
  );
}

function tell({ recovered, noRoom, gone }: Awaited<ReturnType<typeof recover>>): void {
  if (recovered > 0) toast({ severity: "success", message: t("restored", { count: recovered }) });
  if (noRoom > 0) toast({ severity: "danger", message: t("noRoom", { count: noRoom }) });
  if (gone > 0) toast({ severity: "info", message: t("gone", { count: gone }) });
}
