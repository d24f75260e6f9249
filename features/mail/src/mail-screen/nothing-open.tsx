import { DraftIcon, EmptyState, MailIcon } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "../strings/index.ts";

/** The reader's place while no conversation is open. */
export function NothingOpen({
  count,
  isOfDrafts,
}: {
  /** Of the selected conversations. */
  readonly count: number;
  readonly isOfDrafts: boolean;
}): ReactNode {
  const [title, what] =
    count > 0
      ? [t("selectedCount", { count }), t("selectedWhat")]
      : isOfDrafts
        ? [t("noDraftOpen"), t("noDraftOpenWhat")]
        : [t("nothingOpen"), t("nothingOpenWhat")];
  return (
    <EmptyState icon={isOfDrafts ? <DraftIcon /> : <MailIcon />} title={title}>
      {what}
    </EmptyState>
  );
}
