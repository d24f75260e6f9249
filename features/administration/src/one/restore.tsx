import { formatDate } from "@atrium/i18n";
import { Group } from "@atrium/settings-page";
import { Button } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "../strings/index.ts";
import type { Change } from "./one-record.tsx";

/** All that is on the page of what was removed, until it is deleted. */
export const Restore = ({
  label,
  more,
  deletedAt,
  message,
  change,
}: {
  readonly label: string;
  /** What becomes of it, and when. */
  readonly more: (words: { readonly date: string }) => string;
  readonly deletedAt: string | null;
  /** Said when it is restored. */
  readonly message: string;
  readonly change: Change;
}): ReactNode => (
  <Group title={label} intro={more({ date: formatDate(deletedAt ?? "") })}>
    <Button onClick={() => void change({ isRemoved: false }, message, { isRemoved: true })}>
      {t("restore")}
    </Button>
  </Group>
);
