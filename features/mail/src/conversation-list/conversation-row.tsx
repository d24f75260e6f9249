import { Email, type EmailRecord } from "@atrium/contract/types/email";
import { Thread } from "@atrium/contract/types/thread";
import { useRecord, useRecords } from "@atrium/jmap";
import { formatDateTime, formatListTime } from "@atrium/i18n";
import {
  AttachIcon,
  Avatar,
  Checkbox,
  IconButton,
  Skeleton,
  StarIcon,
  type RowState,
} from "@atrium/ui";
import { memo, useCallback, useMemo, useState, type ReactNode } from "react";
import { snoozedUntil } from "../acts/marks.ts";
import { useActs } from "../acts/use-acts.ts";
import type { RowDrag } from "../drag/drag-parts.ts";
import { labelsOn, type Labels } from "../labels/labels.ts";
import { RowLabels } from "../labels/row-labels.tsx";
import { useMail } from "../mail.tsx";
import type { ListMode } from "./list-options.ts";
import { formatSendTime, useSendTime } from "../scheduled/send-times.tsx";
import { useSnippet } from "../search/snippets.tsx";
import { t } from "../strings/index.ts";
import { participants } from "../email/participants.ts";
import { RowButtons, type RowActs } from "./row-buttons.tsx";
import { RowMarks, SnoozedTime } from "./row-marks.tsx";
import { withoutReply } from "../email/subject.ts";
import "../acts/star.css";

const NONE: readonly string[] = [];

/** The parts of a row that make its name, as it is read out: from whom and in what state, about what, when. */
export const NAMED = ["who", "labels", "what", "when"] as const;

/** One conversation in the list: who, what, when, and the acts that are wanted most. */
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
  mode,
  labels,
  acts: rowActs,
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
  /** The folder of the list, whose messages the acts and the weight are about. */
  readonly folder: string | undefined;
  readonly mode: ListMode;
  /** Those that a row of this list shows. */
  readonly labels: Labels | undefined;
  readonly acts: RowActs;
  readonly drag: RowDrag | undefined;
}): ReactNode {
  const { account, session } = useMail();
  const acts = useActs();
  const email = useRecord(account, Email, id);
  const found = useSnippet(id);
  const sendAt = useSendTime(id);
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

  const people = participants(here, { own: session.address, me: t("me"), isOutgoing });
  const unread = here.filter(({ keywords }) => keywords["$seen"] !== true);
  const isStarred = here.some(({ keywords }) => keywords["$flagged"] === true);
  const hasAttachment = here.some((letter) => letter.hasAttachment);
  const face = (isOutgoing ? email.to : email.from)?.[0];
  const subject = withoutReply(email.subject ?? "");
  const names = people.length > 0 ? people : [{ name: t("nobody"), isUnread: false }];
  const isUnread = unread.length > 0;
  const whole = mode === "messages" ? here : letters.filter((letter) => letter != null);
  const until = snoozedUntil(here);
  return (
    <div
      ref={dragRef}
      className="mail-row"
      data-unread={isUnread || undefined}
      data-selected={isSelected || undefined}
      data-open={isOpen || undefined}
      onPointerEnter={() => {
        setNear(true);
        rowActs.hover(email.threadId);
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
        <Avatar name={face?.name || face?.email || "?"} address={face?.email ?? ""} size={32} />
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
        <span className="mail-row-names">
          {isOutgoing && `${t("toPrefix")} `}
          {names.map(({ name, isUnread }, index) => (
            <span key={index} data-unread={isUnread || undefined}>
              {index > 0 && ", "}
              {name}
            </span>
          ))}
        </span>
        {here.length > 1 && (
          <span className="mail-row-count">
            <span aria-hidden="true">{here.length}</span>
            <span className="a-hidden">{t("messages", { count: here.length })}</span>
          </span>
        )}
      </div>
      <div className="mail-row-when" id={idOf("when")}>
        {of !== undefined && (
          <span className="mail-row-account" title={of}>
            <span className="a-hidden">{t("account")} </span>
            {of}
          </span>
        )}
        <RowMarks letters={whole} />
        {hasAttachment && (
          <span className="mail-row-clip">
            <AttachIcon aria-hidden="true" />
            <span className="a-hidden">{t("hasAttachment")}</span>
          </span>
        )}
        {until !== undefined ? (
          <SnoozedTime until={until} />
        ) : sendAt ? (
          <time
            dateTime={sendAt.toISOString()}
            title={t("willBeSent", { date: formatDateTime(sendAt) })}
          >
            {formatSendTime(sendAt)}
          </time>
        ) : (
          <time
            dateTime={email.receivedAt}
            title={isNear ? formatDateTime(email.receivedAt) : undefined}
          >
            {formatListTime(email.receivedAt)}
          </time>
        )}
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
        {(found?.preview ?? email.preview) && (
          <span className="mail-row-preview"> — {found?.preview ?? email.preview}</span>
        )}
      </div>
      <div className="mail-row-acts">
        {isNear && (
          <RowButtons row={row} email={email} here={here} unread={unread} acts={rowActs} />
        )}
        {rowActs.mayMark ? (
          <IconButton
            label={isStarred ? t("removeStar") : t("addStar")}
            shortcut="s"
            size="small"
            tabIndex={-1}
            className="mail-star"
            data-on={isStarred || undefined}
            icon={<StarIcon />}
            onClick={() =>
              acts.perform(
                { kind: "star", isOn: !isStarred },
                isStarred ? here : [here.at(-1) ?? email],
              )
            }
          />
        ) : (
          isStarred && (
            <span className="mail-row-starred" role="img" aria-label={t("starred")}>
              <StarIcon />
            </span>
          )
        )}
      </div>
    </div>
  );
});

/** The conversation's messages as this list sees them: those of its folder, or all that are not put aside. */
export function lettersHere(
  email: EmailRecord | null | undefined,
  letters: readonly (EmailRecord | null | undefined)[],
  folder: string | undefined,
): readonly EmailRecord[] {
  if (!email) return [];
  const known = letters.filter((letter) => letter != null);
  const here =
    folder === undefined ? known : known.filter(({ mailboxIds }) => mailboxIds[folder] === true);
  return here.length > 0 ? here : [email];
}

export function RowSkeleton(): ReactNode {
  return (
    <div className="mail-row" aria-hidden="true" data-empty="">
      <div className="mail-row-mark">
        <Skeleton width={32} height={32} round />
      </div>
      <div className="mail-row-who">
        <Skeleton width="46%" height={10} />
      </div>
      <div className="mail-row-when">
        <Skeleton width={36} height={10} />
      </div>
      <div className="mail-row-what">
        <Skeleton width="82%" height={10} />
      </div>
    </div>
  );
}
