import { Button } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "../strings/index.ts";

/** Stands in the place of a message, or of its text, that did not come. */
export function NotLoaded({ onRetry }: { readonly onRetry: () => void }): ReactNode {
  return (
    <div className="mail-body mail-body-failed" role="alert">
      <p>{t("messageNotLoaded")}</p>
      <Button onClick={onRetry}>{t("tryAgain")}</Button>
    </div>
  );
}
