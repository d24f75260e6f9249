import type { EmailRecord } from "@atrium/contract/types/email";
import { useKnownName } from "@atrium/feature-compose/parts";
import { formatShortDateTime, formatDateTime, formatListTime } from "@atrium/i18n";
import { AttachIcon, IconButton, StarIcon } from "@atrium/ui";
import { Fragment, type ReactNode } from "react";
import { snoozedUntil } from "../actions/marks.ts";
import { useActions } from "../actions/use-actions.ts";
import { participants, shortNameOf } from "../email/participants.ts";
import { useMail } from "../mail.tsx";
import { isDraft } from "../reader/drafts.ts";
import { useSendTime } from "../scheduled/send-times.tsx";
import { t } from "../strings/index.ts";
import { SnoozedTime } from "./row-marks.tsx";
import "../actions/star.css";

/** Who wrote the messages, or whom they go to, how many they are, and what is still being written. */
export function RowPeople({
  letters,
  isOutgoing,
}: {
  readonly letters: readonly EmailRecord[];
  readonly isOutgoing: boolean;
}): ReactNode {
  const { account, home, session } = useMail();
  const knownName = useKnownName();
  const sent = isOutgoing ? letters : letters.filter((letter) => !isDraft(letter));
  const draft = isOutgoing ? undefined : letters.findLast(isDraft);
  // In an account of several people it matters who writes it.
  const writer = account === home ? undefined : draft?.from?.[0];
  const people = participants(sent, { own: session.address, me: t("me"), isOutgoing, knownName });
  const addresses = new Set(letters.flatMap(({ to }) => to ?? []).map(({ email }) => email));
  const isNobody = people.length === 0 && !draft;
  const names = isNobody
    ? [{ name: t(isOutgoing ? "noRecipients" : "nobody"), isUnread: false }]
    : people;
  return (
    <>
      <span className="mail-row-names" title={isOutgoing ? [...addresses].join(", ") : undefined}>
        {isOutgoing && `${t("toPrefix")} `}
        {names.map(({ name, isUnread }, index) => (
          <Fragment key={index}>
            {index > 0 && ", "}
            <span data-unread={isUnread || undefined}>{name}</span>
          </Fragment>
        ))}
        {draft && (
          <>
            {names.length > 0 && ", "}
            <span className="mail-row-draft">
              {writer ? t("draftBy", { name: shortNameOf(writer) }) : t("draft")}
            </span>
          </>
        )}
      </span>
      {sent.length > 1 && (
        <span className="mail-row-count">
          <span aria-hidden="true">{sent.length}</span>
          <span className="a-hidden">{t("messages", { count: sent.length })}</span>
        </span>
      )}
    </>
  );
}

export function RowClip(): ReactNode {
  return (
    <span className="mail-row-clip">
      <AttachIcon aria-hidden="true" />
      <span className="a-hidden">{t("hasAttachment")}</span>
    </span>
  );
}

/** When it comes back, is sent, or came. */
export function RowTime({
  email,
  here,
  isNear,
}: {
  readonly email: EmailRecord;
  readonly here: readonly EmailRecord[];
  readonly isNear: boolean;
}): ReactNode {
  const sendAt = useSendTime(email.id);
  const until = snoozedUntil(here);
  if (until !== undefined) return <SnoozedTime until={until} />;
  if (sendAt)
    return (
      <time
        dateTime={sendAt.toISOString()}
        title={t("willBeSent", { date: formatDateTime(sendAt) })}
      >
        {formatShortDateTime(sendAt)}
      </time>
    );
  return (
    <time dateTime={email.receivedAt} title={isNear ? formatDateTime(email.receivedAt) : undefined}>
      {formatListTime(email.receivedAt)}
    </time>
  );
}

export function RowStar({
  email,
  here,
  isStarred,
  mayMark,
}: {
  readonly email: EmailRecord;
  readonly here: readonly EmailRecord[];
  readonly isStarred: boolean;
  readonly mayMark: boolean;
}): ReactNode {
  const actions = useActions();
  if (!mayMark)
    return (
      isStarred && (
        <span className="mail-row-starred" role="img" aria-label={t("starred")}>
          <StarIcon />
        </span>
      )
    );
  return (
    <IconButton
      label={isStarred ? t("removeStar") : t("addStar")}
      shortcut="s"
      size="small"
      tabIndex={-1}
      className="mail-star"
      data-on={isStarred || undefined}
      icon={<StarIcon />}
      onClick={() =>
        actions.perform(
          { kind: "star", isOn: !isStarred },
          isStarred ? here : [here.at(-1) ?? email],
        )
      }
    />
  );
}
