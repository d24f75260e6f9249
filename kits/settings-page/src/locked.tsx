import { LockIcon } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "./strings/index.ts";

/** Beside a setting that the organisation decides: that it does, and why. */
export function Locked({
  reason,
  children,
}: {
  /** In its words; empty where it gave none. */
  readonly reason: string;
  /** What it decided, where the setting does not show it. */
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <div className="settings-locked" role="note">
      <LockIcon />
      <div>
        <strong>{children ?? t("locked")}</strong>
        {reason !== "" && <p>{t("lockedWhy", { reason })}</p>}
      </div>
    </div>
  );
}
