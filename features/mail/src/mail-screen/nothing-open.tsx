import { EmptyState, MailIcon } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "../strings/index.ts";

/** The reader's place while no conversation is open. */
export function NothingOpen({ count }: { readonly count: number }): ReactNode {
  return (
    <EmptyState
      icon={<MailIcon />}
      title={count > 0 ? t("selectedCount", { count }) : t("nothingOpen")}
    >
      {count > 0 ? t("selectedWhat") : t("nothingOpenWhat")}
    </EmptyState>
  );
}
