import { Email } from "@atrium/contract/types/email";
import { Thread } from "@atrium/contract/types/thread";
import { useRecord, useRecords } from "@atrium/jmap";
import { Avatar, Checkbox, type RowState } from "@atrium/ui";
import { memo, useCallback, useMemo, useState, type ReactNode } from "react";
import type { RowDrag } from "../drag/drag-parts.ts";
import { labelsOn, type Labels } from "../labels/labels.ts";
import { RowLabels } from "../labels/row-labels.tsx";
import { useMail } from "../mail.tsx";
import type { ListMode } from "./list-options.ts";
import { useSnippet } from "../search/snippets.tsx";
import { t } from "../strings/index.ts";
import { lettersHere, storyOf } from "../email/letters-here.ts";
import { lastOther, nameOf } from "../email/participants.ts";
import { isDraft } from "../reader/drafts.ts";
import { RowSkeleton } from "./list-skeleton.tsx";
import { RowButtons, type RowActions } from "./row-buttons.tsx";
import { RowMarks } from "./row-marks.tsx";
import { RowClip, RowPeople, RowStar, RowTime } from "./row-parts.tsx";
import { withoutReply } from "../email/subject.ts";

const NONE: readonly string[] = [];

/** The parts of a row that make its name, as it is read out: from whom and in what state, about what, when. */
export const NAMED = ["who", "labels", "what", "when"] as const;

/** One conversation in the list: who, what, when, and the actions that are wanted most. */
export const ConversationRow = memo(function ConversationRow({
  id,
  row,
  of,
  isSelected,
  select,
  idOf,
  isOutgoing,
  isOpen,
  folder,
  aside,
  mode,
  labels,
  actions,
  drag,
}: {
  /** The message that stands for the conversation in this list. */
  readonly id: string;
  /** The list's own name for it. */
  readonly row: string;
  /** The account that it is of, where the list shows several. */
  readonly of: string | undefined;
  readonly isSelected: boolean;
  readonly select: RowState["select"];
  readonly idOf: RowState["idOf"];
  /** In Sent and Drafts the recipients are named. */
  readonly isOutgoing: boolean;
  readonly isOpen: boolean;
  /** The folder of the list, whose messages the actions and the weight are about. */
  readonly folder: string | undefined;
  /** The folders whose mail shows in no other list. */
  readonly aside: ReadonlySet<string>;
  readonly mode: ListMode;
  /** Those that a row of this list shows. */
  readonly labels: Labels | undefined;
  readonly actions: RowActions;
  readonly drag: RowDrag | undefined;
}): ReactNode {
  const { account, session } = useMail();
  const email = useRecord(account, Email, id);
  const found = useSnippet(id);
  // What only a pointer asks for is drawn when one comes.
  const [isNear, setNear] = useState(false);
  const thread = useRecord(account, Thread, mode === "messages" ? undefined : email?.threadId);
  const letters = useRecords(account, Email, thread?.emailIds ?? NONE);
  const here = useMemo(
    () => (mode === "messages" && email ? [email] : lettersHere(email, letters, folder)),
    [email, letters, folder, mode],
  );
  const dragRef = useCallback(
    (element: HTMLElement | null) => (element ? drag?.(element, row) : undefined),
    [drag, row],
  );
  if (!email) return <RowSkeleton />;

  const unread = here.filter(({ keywords }) => keywords["$seen"] !== true);
  const isStarred = here.some(({ keywords }) => keywords["$flagged"] === true);
  const subject = withoutReply(email.subject ?? "");
  const isUnread = unread.length > 0;
  const isOne = mode === "messages";
  const story = isOne || isOutgoing ? here : storyOf(here, letters, aside);
  const newest = story.findLast((letter) => !isDraft(letter)) ?? email;
  const face = isOutgoing ? email.to?.[0] : (lastOther(story, session.address) ?? email.from?.[0]);
  const preview = found?.preview ?? (isOutgoing ? email : newest).preview;
  const whole = isOne ? here : letters.filter((letter) => letter != null);
  return (
    <div
      ref={dragRef}
      className="mail-row"
      data-unread={isUnread || undefined}
      data-selected={isSelected || undefined}
      data-open={isOpen || undefined}
      onPointerEnter={() => {
        setNear(true);
        actions.hover(email.threadId);
      }}
    >
      <div
        className="mail-row-mark"
        onClick={(event) => {
          event.preventDefault();
          event.stopPropagation();
          select(event);
        }}
      >
        <Avatar name={face ? nameOf(face) : "?"} address={face?.email ?? ""} size={32} />
        <Checkbox
          aria-label={t("selectConversation")}
          checked={isSelected}
          tabIndex={-1}
          readOnly
        />
      </div>
      <div className="mail-row-who" id={idOf("who")}>
        {isUnread && <span className="a-hidden">{t("unread")}</span>}
        {isStarred && <span className="a-hidden">{t("isStarred")}</span>}
        <RowPeople letters={story} isOutgoing={isOutgoing} />
      </div>
      <div className="mail-row-when" id={idOf("when")}>
        {of !== undefined && (
          <span className="mail-row-account" title={of}>
            <span className="a-hidden">{t("account")} </span>
            {of}
          </span>
        )}
        <RowMarks letters={whole} own={session.address} />
        {here.some((letter) => letter.hasAttachment) && <RowClip />}
        <RowTime email={email} here={here} isNear={isNear} />
      </div>
      <div className="mail-row-what">
        <RowLabels labels={labelsOn(labels, here)} id={idOf("labels")} />
        <span
          className="mail-row-subject"
          data-short={found?.preview != null && found.subject === null ? "" : undefined}
          id={idOf("what")}
        >
          {found?.subject ?? (subject || t("noSubject"))}
        </span>
        {preview && <span className="mail-row-preview"> — {preview}</span>}
      </div>
      <div className="mail-row-actions">
        {isNear && (
          <RowButtons row={row} email={email} here={here} unread={unread} actions={actions} />
        )}
        <RowStar email={email} here={here} isStarred={isStarred} mayMark={actions.mayMark} />
      </div>
    </div>
  );
});
