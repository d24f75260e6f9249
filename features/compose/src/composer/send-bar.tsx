import { lazyPart } from "@atrium/shell";
import {
  AttachIcon,
  BellIcon,
  Button,
  FormatIcon,
  IconButton,
  MenuButton,
  MoreIcon,
  ReplyIcon,
  SaveTemplateIcon,
  SendLaterIcon,
  SentIcon,
  ShowIcon,
  TemplateIcon,
  TrashIcon,
  type MenuEntry,
} from "@atrium/ui";
import { useState, useSyncExternalStore, type ReactNode } from "react";
import { Arranged, FollowUpMenu } from "../arranged/lazy.ts";
import type { DraftSession } from "../saving/draft-session.ts";
import { t } from "../strings/index.ts";
import { latest } from "./latest.ts";
import { SaveLine } from "./save-line.tsx";

const LaterMenu = lazyPart(() => import("@atrium/ui/later").then((module) => module.LaterMenu));

/** What is done with a message when it is written. */
export function SendBar({
  draftSession,
  showsFormats,
  onFormats,
  onSend,
  onAttach,
  onReplyTo,
  onTemplate,
  onSaveTemplate,
  onMode,
  onDiscard,
}: {
  readonly draftSession: DraftSession;
  readonly showsFormats: boolean;
  readonly onFormats: () => void;
  readonly onSend: (at: Date | null) => void;
  readonly onAttach: () => void;
  readonly onReplyTo: () => void;
  readonly onTemplate: () => void;
  readonly onSaveTemplate: () => void;
  readonly onMode: () => void;
  readonly onDiscard: () => void;
}): ReactNode {
  const { draft, isSending, isWaiting, scheduled } = useSyncExternalStore(
    draftSession.subscribe,
    draftSession.view,
  );
  const [later, setLater] = useState<{ readonly x: number; readonly y: number }>();
  const [followUp, setFollowUp] = useState<{ readonly x: number; readonly y: number }>();
  const isPlain = draft.mode === "plain";
  const { followUpAt } = draft;
  const askFollowUp = (place: Element | null): void => {
    const { left = 0, top = 0 } = place?.getBoundingClientRect() ?? {};
    setFollowUp({ x: left, y: top });
  };
  const arranged = (followUpAt != null || draft.asksReceipt) && (
    <Arranged draftSession={draftSession} onFollowUp={askFollowUp} />
  );
  if (scheduled) return arranged;
  const more: MenuEntry[] = [
    {
      id: "replyTo",
      label: t("replyTo"),
      icon: <ReplyIcon />,
      // After the menu has given the focus back.
      onAct: () => requestAnimationFrame(onReplyTo),
    },
    { separator: true },
    {
      id: "template",
      label: t("insertTemplate"),
      icon: <TemplateIcon />,
      shortcut: "mod+shift+l",
      onAct: () => requestAnimationFrame(onTemplate),
    },
    {
      id: "saveTemplate",
      label: t("saveAsTemplate"),
      icon: <SaveTemplateIcon />,
      onAct: () => requestAnimationFrame(onSaveTemplate),
    },
    { separator: true },
    {
      id: "followUp",
      label: t("followUp"),
      icon: <BellIcon />,
      onAct: () => {
        const button = document.querySelector("[aria-haspopup][aria-expanded=true]");
        // After the menu has given the focus back.
        requestAnimationFrame(() => askFollowUp(button));
      },
    },
    {
      id: "receipt",
      label: t(draft.asksReceipt ? "askNoReceipt" : "askReceipt"),
      icon: <ShowIcon />,
      onAct: () => draftSession.change({ asksReceipt: !draft.asksReceipt }),
    },
    { separator: true },
    { id: "mode", label: t("plainText"), checked: isPlain, onAct: onMode },
  ];
  return (
    <div className="compose-send-bar" data-keep-clear>
      {arranged}
      <div className="compose-send">
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
        <IconButton
          label={t("sendLater")}
          icon={<SendLaterIcon />}
          aria-haspopup="menu"
          aria-expanded={later !== undefined}
          tooltipSide="top"
          onClick={({ currentTarget }) => {
            const { left, top } = currentTarget.getBoundingClientRect();
            setLater({ x: left, y: top });
          }}
        />
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
      {later && (
        <LaterMenu
          at={later}
          label={t("sendLater")}
          icon={<SendLaterIcon />}
          confirmLabel={t("schedule")}
          latest={latest()}
          onClose={() => setLater(undefined)}
          onPick={onSend}
        />
      )}
      {followUp && (
        <FollowUpMenu
          at={followUp}
          until={followUpAt}
          onPick={(until) => draftSession.change({ followUpAt: until })}
          onClose={() => setFollowUp(undefined)}
        />
      )}
    </div>
  );
}
