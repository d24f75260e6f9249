import { Button } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "./strings/index.ts";
import "./rich-text.css";

/** Stands in the place of the text when the editor's code did not come. */
export function EditorNotLoaded({ onRetry }: { readonly onRetry: () => void }): ReactNode {
  return (
    <div className="rich-failed" role="alert">
      <p>{t("editorNotLoaded")}</p>
      <Button onClick={onRetry}>{t("tryAgain")}</Button>
    </div>
  );
}
