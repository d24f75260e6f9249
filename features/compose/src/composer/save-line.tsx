import { useSyncExternalStore, type ReactNode } from "react";
import type { DraftSession } from "../saving/draft-session.ts";
import { t } from "../strings/index.ts";

/** Where the message is safe: said, not shown by a colour. */
export function SaveLine({ draftSession }: { readonly draftSession: DraftSession }): ReactNode {
  const { save, isSending } = useSyncExternalStore(draftSession.subscribe, draftSession.view);
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
