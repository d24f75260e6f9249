import { formatShortDateTime } from "@atrium/i18n";
import { BellIcon, CloseIcon, IconButton, ShowIcon } from "@atrium/ui";
import { useSyncExternalStore, type ReactNode } from "react";
import type { DraftSession } from "../saving/draft-session.ts";
import { t as compose } from "../strings/index.ts";
import { t } from "./strings/index.ts";
import "./arranged.css";

/** What was arranged for a message besides its words, each with what ends it. */
export function Arranged({
  draftSession,
  onFollowUp,
}: {
  readonly draftSession: DraftSession;
  /** Asks for another time, below an element. */
  readonly onFollowUp: (below: Element) => void;
}): ReactNode {
  const { draft, scheduled, isSending } = useSyncExternalStore(
    draftSession.subscribe,
    draftSession.view,
  );
  const { followUpAt } = draft;
  const isLocked = scheduled !== null || isSending;
  return (
    <ul className="compose-arranged" aria-label={t("arranged")}>
      {followUpAt != null && (
        <li>
          <button
            type="button"
            className="compose-arranged-what"
            title={t("changeReminder")}
            aria-haspopup="menu"
            disabled={isLocked}
            onClick={({ currentTarget }) => onFollowUp(currentTarget)}
          >
            <BellIcon />
            <span>{t("reminder", { time: formatShortDateTime(followUpAt) })}</span>
          </button>
          <IconButton
            label={t("removeReminder")}
            size="small"
            icon={<CloseIcon />}
            tooltipSide="top"
            disabled={isLocked}
            onClick={() => draftSession.change({ followUpAt: null })}
          />
        </li>
      )}
      {draft.asksReceipt && (
        <li>
          <span className="compose-arranged-what">
            <ShowIcon />
            <span>{t("receipt")}</span>
          </span>
          <IconButton
            label={compose("askNoReceipt")}
            size="small"
            icon={<CloseIcon />}
            tooltipSide="top"
            disabled={isLocked}
            onClick={() => draftSession.change({ asksReceipt: false })}
          />
        </li>
      )}
    </ul>
  );
}
