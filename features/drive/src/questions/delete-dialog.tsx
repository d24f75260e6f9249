import { Confirm } from "@atrium/ui";
import type { ReactNode } from "react";
import type { DriveNode } from "../nodes/definitions.ts";
import { t } from "../strings/index.ts";

/** Asks before folders are deleted with all that is in them. */
export function DeleteDialog({
  nodes,
  onConfirm,
  onClose,
}: {
  readonly nodes: readonly DriveNode[];
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}): ReactNode {
  const [only] = nodes.length === 1 ? nodes : [];
  return (
    <Confirm
      open
      danger
      title={
        only ? t("deleteFolder", { name: only.name }) : t("deleteItems", { count: nodes.length })
      }
      confirmLabel={t("delete")}
      onConfirm={() => {
        onClose();
        onConfirm();
      }}
      onClose={onClose}
    >
      <p>{t("deleteWhy")}</p>
    </Confirm>
  );
}
