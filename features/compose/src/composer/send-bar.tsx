import { formatTime } from "@atrium/i18n";
import {
  AttachIcon,
  Button,
  FormatIcon,
  IconButton,
  MenuButton,
  MoreIcon,
  SendLaterIcon,
  SentIcon,
  TrashIcon,
  type MenuEntry,
} from "@atrium/ui";
import { useState, useSyncExternalStore, type ReactNode } from "react";
import type { DraftSession } from "../saving/draft-session.ts";
import { t } from "../strings/index.ts";
import { LaterDialog } from "./later-dialog.tsx";
import { laterTimes } from "./later-times.ts";
import { SaveLine } from "./save-line.tsx";

/** What is done with a message when it is written. */
export function SendBar({
  draftSession,
  showsFormats,
  onFormats,
  onSend,
  onAttach,
  onMode,
  onDiscard,
}: {
  readonly draftSession: DraftSession;
  readonly showsFormats: boolean;
  readonly onFormats: () => void;
  readonly onSend: (at: Date | null) => void;
  readonly onAttach: () => void;
  readonly onMode: () => void;
  readonly onDiscard: () => void;
}): ReactNode {
  const { draft, isSending, isWaiting, scheduled } = useSyncExternalStore(
    draftSession.subscribe,
    draftSession.view,
  );
  const [now, setNow] = useState(() => new Date());
  const [isPicking, setPicking] = useState(false);
  const isPlain = draft.mode === "plain";
  if (scheduled) return null;
  const later: MenuEntry[] = [
    ...laterTimes(now).map(({ name, at }) => ({
      id: name,
      label: `${t(name)}, ${formatTime(at)}`,
      onAct: () => onSend(at),
    })),
    { separator: true },
    { id: "pick", label: t("pickTime"), onAct: () => setPicking(true) },
  ];
  const more: MenuEntry[] = [
    { id: "mode", label: t("plainText"), checked: isPlain, onAct: onMode },
  ];
  return (
    <div className="compose-send-bar">
      <div
        className="compose-send"
        // It may have stood here since yesterday.
        onPointerEnter={() => setNow(new Date())}
        onFocus={() => setNow(new Date())}
      >
        <Button
          variant="primary"
          icon={<SentIcon />}
          busy={isSending || isWaiting}
          aria-keyshortcuts="Control+Enter"
          title={t("sendKeys")}
          onClick={() => onSend(null)}
        >
          {t("send")}
        </Button>
        <MenuButton label={t("sendLater")} icon={<SendLaterIcon />} variant="quiet" items={later} />
      </div>
      {!isPlain && (
        <IconButton
          label={t("formatting")}
          icon={<FormatIcon />}
          pressed={showsFormats}
          tooltipSide="top"
          onClick={onFormats}
        />
      )}
      <IconButton
        label={t("attach")}
        shortcut="mod+shift+a"
        icon={<AttachIcon />}
        tooltipSide="top"
        onClick={onAttach}
      />
      <MenuButton label={t("more")} icon={<MoreIcon />} variant="quiet" items={more} />
      <SaveLine draftSession={draftSession} />
      <IconButton
        label={t("discard")}
        icon={<TrashIcon />}
        tooltipSide="top"
        disabled={isSending}
        onClick={onDiscard}
      />
      {isPicking && (
        <LaterDialog
          onClose={() => setPicking(false)}
          onPick={(at) => {
            setPicking(false);
            onSend(at);
          }}
        />
      )}
    </div>
  );
}
