import type { EmailRecord } from "@atrium/contract/types/email";
import {
  BackIcon,
  ChevronDownIcon,
  ChevronUpIcon,
  IconButton,
  JunkIcon,
  MailIcon,
  MenuButton,
  MoreIcon,
  OpenOutsideIcon,
  ReplyIcon,
  Toolbar,
  type MenuEntry,
} from "@atrium/ui";
import type { ComponentProps, ReactNode } from "react";
import { useMail } from "../mail.tsx";
import { useIsPhone } from "../use-media.ts";
import { isMuted, isPinned } from "../actions/marks.ts";
import { useMayAnswer } from "../actions/use-may.ts";
import { verbLook } from "../actions/verb-look.tsx";
import { below, type Point } from "../snooze/point.ts";
import { t } from "../strings/index.ts";
import { answers } from "./answer-bar.tsx";
import { isDraft } from "./drafts.ts";
import { r } from "./strings/index.ts";
import "../actions/star.css";

/** What can be done with an open conversation. */
export interface ReaderActions {
  readonly onBack?: (() => void) | undefined;
  readonly onArchive?: (() => void) | undefined;
  readonly onJunk?: (() => void) | undefined;
  readonly onTrash?: (() => void) | undefined;
  readonly onMove?: (() => void) | undefined;
  /** Asks until when, at this place. */
  readonly onSnooze?: ((at: Point) => void) | undefined;
  readonly onToggle?: ((kind: "pin" | "mute") => void) | undefined;
  readonly onUnread?: (() => void) | undefined;
  readonly onStar?: (() => void) | undefined;
  readonly onNewWindow?: (() => void) | undefined;
  readonly onNext?: (() => void) | undefined;
  readonly onPrevious?: (() => void) | undefined;
}

export function ReaderToolbar({
  actions,
  emails,
  isForGood,
  place,
}: {
  readonly actions: ReaderActions;
  /** Empty while they are not known: there is nothing to act on then. */
  readonly emails: readonly EmailRecord[];
  /** In Trash, where deleting is for good. */
  readonly isForGood: boolean;
  /** `3 of 120`. */
  readonly place?: ReactNode;
}): ReactNode {
  const isPhone = useIsPhone();
  const { account } = useMail();
  const lastId = emails.findLast((email) => !isDraft(email))?.id;
  const mayAnswer = useMayAnswer();
  const disabled = emails.length === 0;
  const isStarred = emails.some(({ keywords }) => keywords["$flagged"] === true);
  const button = (
    look: Pick<ComponentProps<typeof IconButton>, "label" | "icon" | "shortcut">,
    onAct: (() => void) | undefined,
  ): ReactNode => onAct && <IconButton {...look} disabled={disabled} onClick={onAct} />;
  const bar = (
    <Toolbar label={t("conversationActs")}>
      {button(verbLook("archive"), actions.onArchive)}
      {button(verbLook(isForGood ? "destroy" : "trash"), actions.onTrash)}
      {!isPhone && button(verbLook("junk"), actions.onJunk)}
      {actions.onTrash && <hr />}
      {button(verbLook("move"), actions.onMove)}
      {actions.onSnooze && (
        <IconButton
          {...verbLook("snooze")}
          data-act="snooze"
          disabled={disabled}
          onClick={(event) => actions.onSnooze?.(below(event.currentTarget))}
        />
      )}
      {!isPhone && button(verbLook("unread"), actions.onUnread)}
      {actions.onStar && (
        <IconButton
          {...verbLook(isStarred ? "unstar" : "star")}
          className="mail-star"
          data-on={isStarred || undefined}
          disabled={disabled}
          onClick={actions.onStar}
        />
      )}
      {!disabled && actions.onToggle && (
        <MenuButton
          label={t("moreActs")}
          icon={<MoreIcon />}
          align="end"
          items={[...(isPhone ? besides(actions) : []), ...toggles(emails, actions.onToggle)]}
        />
      )}
      {isPhone &&
        mayAnswer &&
        lastId !== undefined &&
        button(
          { label: r("reply"), shortcut: "r", icon: <ReplyIcon /> },
          answers(account.id, lastId).reply,
        )}
    </Toolbar>
  );
  return (
    <>
      <div className="mail-bar">
        {actions.onBack && (
          <IconButton
            label={t("backToList")}
            shortcut="u"
            icon={<BackIcon />}
            onClick={actions.onBack}
          />
        )}
        {!isPhone && bar}
        <div className="mail-bar-end">
          {place}
          {actions.onPrevious !== undefined || actions.onNext !== undefined ? (
            <>
              <IconButton
                label={t("previousConversation")}
                shortcut="k"
                icon={<ChevronUpIcon />}
                disabled={!actions.onPrevious}
                onClick={actions.onPrevious}
              />
              <IconButton
                label={t("nextConversation")}
                shortcut="j"
                icon={<ChevronDownIcon />}
                disabled={!actions.onNext}
                onClick={actions.onNext}
              />
            </>
          ) : null}
          {button(
            { label: t("openInWindow"), shortcut: "shift+o", icon: <OpenOutsideIcon /> },
            actions.onNewWindow,
          )}
        </div>
      </div>
      {/* Under the thumb, and before the text for who goes by Tab. */}
      {isPhone && <div className="mail-foot">{bar}</div>}
    </>
  );
}

/** What a phone's bar has no place for. */
function besides({ onUnread, onJunk }: ReaderActions): readonly MenuEntry[] {
  return [
    ...(onUnread
      ? [{ id: "unread", label: t("markUnread"), icon: <MailIcon />, onAct: onUnread }]
      : []),
    ...(onJunk ? [{ id: "junk", label: t("reportJunk"), icon: <JunkIcon />, onAct: onJunk }] : []),
  ];
}

function toggles(
  emails: readonly EmailRecord[],
  onToggle: (kind: "pin" | "mute") => void,
): readonly MenuEntry[] {
  return [
    {
      id: "pin",
      ...verbLook(isPinned(emails) ? "unpin" : "pin"),
      onAct: () => onToggle("pin"),
    },
    {
      id: "mute",
      ...verbLook(isMuted(emails) ? "unmute" : "mute"),
      onAct: () => onToggle("mute"),
    },
  ];
}
