import { Confirm } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "../strings/index.ts";

/** Asks before messages are destroyed for good. */
export function ConfirmDestroy({
  count,
  onClose,
  onConfirm,
}: {
  readonly count: number;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}): ReactNode {
  return (
    <Confirm
      open
      danger
      title={t("destroyTitle", { count })}
      confirmLabel={t("deleteForGood")}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <p>{t("destroyWhat")}</p>
    </Confirm>
  );
}
