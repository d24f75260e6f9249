import { useSyncExternalStore, type ReactNode } from "react";
import type { Writing } from "../saving/writing.ts";
import { t } from "../strings/index.ts";

/** Where the message is safe: said, not shown by a colour. */
export function SaveLine({ writing }: { readonly writing: Writing }): ReactNode {
  const { save, isSending } = useSyncExternalStore(writing.subscribe, writing.view);
  const text = isSending
    ? t("sending")
    : save === "saved"
      ? t("saved")
      : save === "saving" || save === "unsaved"
        ? t("saving")
        : save === "kept"
          ? t("keptHere")
          : save === "refused"
            ? t("notSaved")
            : "";
  return (
    <span className="compose-save" data-state={save} role="status">
      {text}
    </span>
  );
}
