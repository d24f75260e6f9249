import { Confirm } from "@atrium/ui";
import type { ReactNode } from "react";
import type { DriveNode } from "../nodes/definitions.ts";
import { t } from "../strings/index.ts";

interface Asked {
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something is permanently deleted, or goes into another user's trash. */
export function DeleteDialog({
  nodes,
  owner,
  ...asked
}: Asked & { readonly nodes: readonly DriveNode[]; readonly owner?: string }): ReactNode {
  const [only] = nodes.length === 1 ? nodes : [];
  const verb = owner === undefined ? "destroy" : "delete";
  return (
    <AskDelete
      {...asked}
      title={
        only ? t(`${verb}One`, { name: only.name }) : t(`${verb}Many`, { count: nodes.length })
      }
      label={t(verb)}
      why={owner === undefined ? t("destroyWhy") : t("deleteWhy", { owner })}
    />
  );
}

/** Asks before the trash is emptied. */
export function EmptyTrashDialog(asked: Asked): ReactNode {
  return (
    <AskDelete
      {...asked}
      title={t("emptyTrashTitle")}
      label={t("emptyTrash")}
      why={t("emptyTrashWhy")}
    />
  );
}

function AskDelete({
  title,
  label,
  why,
  onConfirm,
  onClose,
}: Asked & { readonly title: string; readonly label: string; readonly why: string }): ReactNode {
  return (
    <Confirm
      open
      danger
      title={title}
      confirmLabel={label}
      onConfirm={() => {
        onClose();
        onConfirm();
      }}
      onClose={onClose}
    >
      <p>{why}</p>
    </Confirm>
  );
}
