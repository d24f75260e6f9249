import { Confirm } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "../strings/index.ts";
import { WayBack } from "./way-back.tsx";

/** Asks before messages are destroyed for good. */
export function ConfirmDestroy({
  count,
  name,
  onClose,
  onConfirm,
}: {
  /** Unknown when it is more than is here: then the name of the list has to be typed. */
  readonly count: number | undefined;
  readonly name?: string;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}): ReactNode {
  return (
    <Confirm
      open
      danger
      title={count === undefined ? t("destroyAllTitle") : t("destroyTitle", { count })}
      {...(count === undefined && name !== undefined && { typeToConfirm: name })}
      confirmLabel={t("deleteForGood")}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <WayBack />
    </Confirm>
  );
}
