import type { EmailRecord } from "@atrium/contract/types/email";
import {
  BackIcon,
  ChevronDownIcon,
  ChevronUpIcon,
  IconButton,
  InboxIcon,
  MailIcon,
  MenuButton,
  type MenuEntry,
  MoreIcon,
  OpenOutsideIcon,
  ReplyIcon,
  SearchIcon,
  Toolbar,
} from "@atrium/ui";
import type { ComponentProps, ReactNode } from "react";
import { afterFocusReturns } from "../focus.ts";
import { useMail } from "../mail.tsx";
import { useIsPhone } from "../use-media.ts";
import { isMuted, isPinned } from "../actions/marks.ts";
import type { ReportKind } from "../actions/report.ts";
import { useMay, useMayAnswer } from "../actions/use-may.ts";
import type { MailAction } from "../actions/verbs.ts";
import { verbLook } from "../actions/verb-look.tsx";
import { useQuickSteps } from "../quick-steps/use-quick-steps.tsx";
import { below, type Point } from "../snooze/point.ts";
import { t } from "../strings/index.ts";
import { answers } from "./answer-bar.tsx";
import { useCreateRuleVerb } from "../rules/use-create-rule.tsx";
import { isDraft } from "./drafts.ts";
import { askToFind } from "./find/find-request.ts";
import { useUnsubscribe } from "./message-menu/use-unsubscribe.tsx";
import { r } from "./strings/index.ts";
import "../actions/star.css";

/** What can be done with an open conversation. */
export interface ReaderActions {
  readonly onBack?: (() => void) | undefined;
  readonly onArchive?: (() => void) | undefined;
  /** Brings it back, as from Trash. */
  readonly onInbox?: (() => void) | undefined;
  /** The first has a button, the others are in the menu. */
  readonly reports?: readonly ReportKind[];
  readonly onReport?: (as: ReportKind) => void;
  readonly onTrash?: (() => void) | undefined;
  /** Asks where to, at this place. */
  readonly onMove?: ((at: Point) => void) | undefined;
  /** Asks until when, at this place. */
  readonly onSnooze?: ((at: Point) => void) | undefined;
  /** Does several things at once. */
  readonly onSteps?: ((action: MailAction) => void) | undefined;
  readonly onToggle?: ((kind: "pin" | "mute") => void) | undefined;
  readonly onUnread?: (() => void) | undefined;
  readonly onStar?: (() => void) | undefined;
  readonly onNewWindow?: (() => void) | undefined;
  readonly onNext?: (() => void) | undefined;
  readonly onPrevious?: (() => void) | undefined;
}

const NONE: readonly EmailRecord[] = [];

export function ReaderToolbar({
  actions,
  emails,
  isForGood,
  isTight = false,
  place,
}: {
  readonly actions: ReaderActions;
  /** Empty while they are not known: there is nothing to act on then. */
  readonly emails: readonly EmailRecord[];
  /** In Trash, where deleting is for good. */
  readonly isForGood: boolean;
  /** There is no room for what is used less: the menu has it, and the list beside it leads on. */
  readonly isTight?: boolean;
  /** `3 of 120`. */
  readonly place?: ReactNode;
}): ReactNode {
  const isPhone = useIsPhone();
  const isShort = isPhone || isTight;
  const { account, isReadOnly } = useMail();
  const lastId = emails.findLast((email) => !isDraft(email))?.id;
  const mayAnswer = useMayAnswer();
  const unsubscribing = useUnsubscribe(mayAnswer ? emails : NONE);
  const creating = useCreateRuleVerb(isReadOnly ? NONE : emails);
  const may = useMay(emails);
  const quick = useQuickSteps(account, may, (action) => actions.onSteps?.(action));
  const steps = actions.onSteps ? quick : [];
  const disabled = emails.length === 0;
  const { reports = [], onReport } = actions;
  const [report] = reports;
  const isStarred = emails.some(({ keywords }) => keywords["$flagged"] === true);
  const button = (
    look: Pick<ComponentProps<typeof IconButton>, "label" | "icon" | "shortcut">,
    onAct: (() => void) | undefined,
  ): ReactNode => onAct && <IconButton {...look} disabled={disabled} onClick={onAct} />;
  const bar = (
    <Toolbar label={t("conversationActs")}>
      {button(verbLook("archive"), actions.onArchive)}
      {button({ label: t("moveToInbox"), icon: <InboxIcon /> }, actions.onInbox)}
      {button(verbLook(isForGood ? "destroy" : "trash"), actions.onTrash)}
      {!isShort && report !== undefined && button(verbLook(report), () => onReport?.(report))}
      {actions.onTrash && <hr />}
      {actions.onMove && (
        <IconButton
          {...verbLook("move")}
          data-act="move"
          disabled={disabled}
          onClick={(event) => actions.onMove?.(below(event.currentTarget))}
        />
      )}
      {actions.onSnooze && (
        <IconButton
          {...verbLook("snooze")}
          data-act="snooze"
          disabled={disabled}
          onClick={(event) => actions.onSnooze?.(below(event.currentTarget))}
        />
      )}
      {!isShort && button(verbLook("unread"), actions.onUnread)}
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
          items={[
            ...(isShort ? besides(actions) : []),
            ...(isShort ? reports : reports.slice(1)).map((as) => ({
              id: as,
              ...verbLook(as),
              onAct: () => onReport?.(as),
            })),
            ...toggles(emails, actions.onToggle),
            {
              id: "find",
              label: t("key_find"),
              icon: <SearchIcon />,
              shortcut: "mod+f",
              onAct: () => afterFocusReturns(askToFind),
            },
            ...creating.entries,
            ...unsubscribing.entries,
            ...steps,
          ]}
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
          {!isTight && (actions.onPrevious !== undefined || actions.onNext !== undefined) ? (
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
      {creating.dialog}
      {unsubscribing.dialog}
    </>
  );
}

/** What a short bar has no place for. */
function besides({ onUnread }: ReaderActions): readonly MenuEntry[] {
  return onUnread
    ? [{ id: "unread", label: t("markUnread"), icon: <MailIcon />, onAct: onUnread }]
    : [];
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
