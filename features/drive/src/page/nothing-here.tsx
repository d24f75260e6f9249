import { Button, DriveIcon, EmptyState, LockIcon } from "@atrium/ui";
import type { ReactNode } from "react";
import { useDrive, useDrives } from "../drive-context.tsx";
import { TOP } from "../place/place.ts";
import { t } from "../strings/index.ts";

/** What an address names is not there. */
export function NothingHere(): ReactNode {
  const { go } = useDrive();
  return (
    <EmptyState
      icon={<DriveIcon />}
      title={t("nothingHere")}
      action={<Button onClick={() => go(TOP)}>{t("toFiles")}</Button>}
    >
      {t("folderGone")}
    </EmptyState>
  );
}

/** Something of another account that is out of reach. */
export function NoAccess(): ReactNode {
  const { own } = useDrives();
  return (
    <EmptyState
      icon={<LockIcon />}
      title={t("noAccess")}
      action={<Button onClick={() => own.go(TOP)}>{t("toFiles")}</Button>}
    >
      {t("noAccessWhy")}
    </EmptyState>
  );
}
