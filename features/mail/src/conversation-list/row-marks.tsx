import type { EmailRecord } from "@atrium/contract/types/email";
import { formatShortDateTime, formatDateTime } from "@atrium/i18n";
import { BellIcon, ForwardIcon, MuteIcon, PinIcon, ReplyIcon, SnoozeIcon } from "@atrium/ui";
import type { ReactNode } from "react";
import {
  isAnswered,
  isBack,
  isForwarded,
  isMuted,
  isPinned,
  isUnanswered,
} from "../actions/marks.ts";
import { t } from "../strings/index.ts";
import "./row-marks.css";

/** What was done with a conversation, and why it stands where it stands: pinned, back from being snoozed, muted. */
export function RowMarks({
  letters,
  own,
}: {
  readonly letters: readonly EmailRecord[];
  /** The person's own address. */
  readonly own: string;
}): ReactNode {
  const marks = [
    isAnswered(letters, own) && { name: "answered", label: t("isAnswered"), Icon: ReplyIcon },
    isForwarded(letters) && { name: "forwarded", label: t("isForwarded"), Icon: ForwardIcon },
    isPinned(letters) && { name: "pinned", label: t("isPinned"), Icon: PinIcon },
    isUnanswered(letters)
      ? { name: "unanswered", label: t("isUnanswered"), Icon: BellIcon }
      : isBack(letters) && { name: "back", label: t("isBack"), Icon: SnoozeIcon },
    isMuted(letters) && { name: "muted", label: t("isMuted"), Icon: MuteIcon },
  ].filter((mark) => typeof mark === "object");
  return marks.map(({ name, label, Icon }) => (
    <span key={name} className="mail-row-mark-sign" data-mark={name} title={label}>
      <Icon aria-hidden="true" />
      <span className="a-hidden">{label}</span>
    </span>
  ));
}

/** In the place of when a message came: when it comes back. */
export function SnoozedTime({ until }: { readonly until: string }): ReactNode {
  return (
    <span className="mail-row-until" title={t("snoozedUntil", { time: formatDateTime(until) })}>
      <SnoozeIcon aria-hidden="true" />
      <span className="a-hidden">{t("snoozedUntil", { time: formatShortDateTime(until) })}</span>
      <time dateTime={until} aria-hidden="true">
        {formatShortDateTime(until)}
      </time>
    </span>
  );
}
