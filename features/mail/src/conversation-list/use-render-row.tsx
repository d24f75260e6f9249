import type { RowState } from "@atrium/ui";
import { useCallback, useMemo, type ComponentProps, type ReactNode } from "react";
import { asLabels, useLabels } from "../labels/labels.ts";
import { AccountScope } from "../mail.tsx";
import type { ListController } from "../mail-screen/list-controller.ts";
import { t } from "../strings/index.ts";
import { asideOf } from "./conversation-query.ts";
import { ConversationRow } from "./conversation-row.tsx";
import { RowSkeleton } from "./list-skeleton.tsx";

/** Draws the rows of a list; the same function while what rows show stays the same. */
export function useRenderRow(
  { place, list, view, mode, actionsOf, drag }: ListController,
  openThread: string | undefined,
): (index: number, state: RowState) => ReactNode {
  const all = useLabels();
  const here = place.kind === "label" ? place.label : undefined;
  // In a label's own list every row has it, so none shows it.
  const labels = useMemo(
    () => (here === undefined ? all : all && asLabels(all.list.filter(({ id }) => id !== here))),
    [all, here],
  );
  const asides = useMemo(
    () => new Map(list.shares.map((share) => [share, new Set(asideOf(share.mailboxes))])),
    [list],
  );
  const openMessage = place.message;
  const openOwner = place.owner ?? list.shares[0]!.account.id;
  return useCallback(
    (index, { selected, select, idOf }) => {
      const row = view.idAt(index);
      if (row === undefined) return <RowSkeleton />;
      const { share, id } = list.of(row);
      const { account, folder, isReadOnly } = share;
      const role = folder?.role;
      const Row = list.isMerged ? RowOfAccount : ConversationRow;
      const drawn = (
        <Row
          id={id}
          row={row}
          of={list.isMerged ? (share.name ?? t("ownMail")) : undefined}
          isSelected={selected}
          select={select}
          idOf={idOf}
          isOutgoing={role === "scheduled" || role === "sent" || role === "drafts"}
          isOpen={
            openThread !== undefined &&
            account.id === openOwner &&
            (openMessage === undefined
              ? list.email(row)?.threadId === openThread
              : id === openMessage)
          }
          folder={folder?.id}
          aside={asides.get(share)!}
          mode={mode}
          labels={labels}
          actions={actionsOf(share)}
          drag={drag}
        />
      );
      if (!list.isMerged) return drawn;
      return (
        <AccountScope accountId={account.id} isReadOnly={isReadOnly}>
          {drawn}
        </AccountScope>
      );
    },
    [view, list, asides, openThread, openMessage, openOwner, mode, labels, actionsOf, drag],
  );
}

/** A row of one of several accounts, with that account's labels. */
function RowOfAccount(props: ComponentProps<typeof ConversationRow>): ReactNode {
  return <ConversationRow {...props} labels={useLabels()} />;
}
