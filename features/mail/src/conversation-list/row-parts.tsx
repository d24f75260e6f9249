import type { EmailRecord } from "@atrium/contract/types/email";
import { formatDateTime, formatListTime } from "@atrium/i18n";
import { AttachIcon, IconButton, StarIcon } from "@atrium/ui";
import type { ReactNode } from "react";
import { snoozedUntil } from "../actions/marks.ts";
import { useActions } from "../actions/use-actions.ts";
import { participants } from "../email/participants.ts";
import { useMail } from "../mail.tsx";
import { formatSendTime, useSendTime } from "../scheduled/send-times.tsx";
import { t } from "../strings/index.ts";
import { SnoozedTime } from "./row-marks.tsx";
import "../actions/star.css";

/** Who wrote the messages, or whom they go to, and how many they are. */
export function RowPeople({
  here,
  isOutgoing,
}: {
  readonly here: readonly EmailRecord[];
  readonly isOutgoing: boolean;
}): ReactNode {
  const { session } = useMail();
  const people = participants(here, { own: session.address, me: t("me"), isOutgoing });
  const names = people.length > 0 ? people : [{ name: t("nobody"), isUnread: false }];
  return (
    <>
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
        {formatSendTime(sendAt)}
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
