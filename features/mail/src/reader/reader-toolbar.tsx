import type { EmailRecord } from "@atrium/contract/types/email";
import {
  ArchiveIcon,
  BackIcon,
  ChevronDownIcon,
  ChevronUpIcon,
  IconButton,
  JunkIcon,
  MailIcon,
  MoveIcon,
  OpenOutsideIcon,
  ReplyIcon,
  StarIcon,
  Toolbar,
  TrashIcon,
} from "@atrium/ui";
import type { ReactNode } from "react";
import { useMail } from "../mail.tsx";
import { useIsPhone } from "../mail-screen/use-media.ts";
import { t } from "../strings/index.ts";
import { answers } from "./answer-bar.tsx";
import { r } from "./strings/index.ts";
import "../acts/star.css";

/** What can be done with an open conversation. */
export interface ReaderActs {
  readonly onBack?: (() => void) | undefined;
  readonly onArchive?: (() => void) | undefined;
  readonly onJunk?: (() => void) | undefined;
  readonly onTrash: () => void;
  readonly onMove?: (() => void) | undefined;
  readonly onUnread: () => void;
  readonly onStar: () => void;
  readonly onNewWindow?: (() => void) | undefined;
  readonly onNext?: (() => void) | undefined;
  readonly onPrevious?: (() => void) | undefined;
}

export function ReaderToolbar({
  acts,
  emails,
  isForGood,
  place,
}: {
  readonly acts: ReaderActs;
  /** Empty while they are not known: there is nothing to act on then. */
  readonly emails: readonly EmailRecord[];
  /** In Trash, where deleting is for good. */
  readonly isForGood: boolean;
  /** `3 of 120`. */
  readonly place?: ReactNode;
}): ReactNode {
  const isPhone = useIsPhone();
  const { account } = useMail();
  const lastId = emails.at(-1)?.id;
  const disabled = emails.length === 0;
  const isStarred = emails.some(({ keywords }) => keywords["$flagged"] === true);
  const button = (
    label: string,
    shortcut: string | undefined,
    icon: ReactNode,
    onAct: (() => void) | undefined,
  ): ReactNode =>
    onAct && (
      <IconButton
        label={label}
        {...(shortcut && { shortcut })}
        icon={icon}
        disabled={disabled}
        onClick={onAct}
      />
    );
  const bar = (
    <Toolbar label={t("conversationActs")}>
      {button(t("archive"), "e", <ArchiveIcon />, acts.onArchive)}
      {button(isForGood ? t("deleteForGood") : t("delete"), "#", <TrashIcon />, acts.onTrash)}
      {button(t("reportJunk"), "!", <JunkIcon />, acts.onJunk)}
      <hr />
      {button(t("moveConversations"), "v", <MoveIcon />, acts.onMove)}
      {button(t("markUnread"), "shift+u", <MailIcon />, acts.onUnread)}
      <IconButton
        label={isStarred ? t("removeStar") : t("addStar")}
        shortcut="s"
        className="mail-star"
        data-on={isStarred || undefined}
        icon={<StarIcon />}
        disabled={disabled}
        onClick={acts.onStar}
      />
      {isPhone &&
        lastId !== undefined &&
        button(r("reply"), "r", <ReplyIcon />, answers(account.id, lastId).reply)}
    </Toolbar>
  );
  return (
    <>
      <div className="mail-bar">
        {acts.onBack && (
          <IconButton
            label={t("backToList")}
            shortcut="u"
            icon={<BackIcon />}
            onClick={acts.onBack}
          />
        )}
        {!isPhone && bar}
        <div className="mail-bar-end">
          {place}
          {acts.onPrevious !== undefined || acts.onNext !== undefined ? (
            <>
              <IconButton
                label={t("previousConversation")}
                shortcut="k"
                icon={<ChevronUpIcon />}
                disabled={!acts.onPrevious}
                onClick={acts.onPrevious}
              />
              <IconButton
                label={t("nextConversation")}
                shortcut="j"
                icon={<ChevronDownIcon />}
                disabled={!acts.onNext}
                onClick={acts.onNext}
              />
            </>
          ) : null}
          {button(t("openInWindow"), "shift+o", <OpenOutsideIcon />, acts.onNewWindow)}
        </div>
      </div>
      {/* Under the thumb, and before the text for who goes by Tab. */}
      {isPhone && <div className="mail-foot">{bar}</div>}
    </>
  );
}
