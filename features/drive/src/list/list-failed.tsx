import { ErrorCard } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "../strings/index.ts";

/** In place of a list that could not be loaded. */
export function ListFailed({ onRetry }: { readonly onRetry: () => void }): ReactNode {
  return (
    <ErrorCard title={t("listFailed")} onRetry={onRetry}>
      {t("checkConnection")}
    </ErrorCard>
  );
}
