import type { EmailAddress, EmailBodyPart, EmailRecord } from "@atrium/contract/types/email";
import { useKnownName } from "@atrium/feature-compose/parts";
import {
  formatBytes,
  formatDateTime,
  formatListTime,
  formatRelative,
  formatShortDateTime,
} from "@atrium/i18n";
import { lazyPart } from "@atrium/shell";
import { AttachIcon, Avatar, ChevronDownIcon, IconButton, StarIcon } from "@atrium/ui";
import { useMemo, useState, type ReactNode } from "react";
import { useActions } from "../actions/use-actions.ts";
import { useMay } from "../actions/use-may.ts";
import { named, nameOf, shortNameOf } from "../email/participants.ts";
import { useMail } from "../mail.tsx";
import { t } from "../strings/index.ts";
import { Address } from "./address.tsx";
import { UnsubscribeButton } from "./message-menu/unsubscribe-button.tsx";
import { r } from "./strings/index.ts";
import { AuthBadge } from "./origin/auth-badge.tsx";
import "../actions/star.css";
import "./message-head.css";

const MessageDetails = lazyPart(() =>
  import("./message-details.tsx").then((module) => module.MessageDetails),
);
const UNKNOWN: EmailAddress = { name: null, email: "" };

/** Who wrote a message, to whom and when. The sender's real address is always in sight. */
export function MessageHead({
  email,
  isOpen,
  isDraft,
  files,
  trackers,
  onToggle,
  more,
}: {
  readonly email: EmailRecord;
  readonly isOpen: boolean;
  /** Not sent yet. */
  readonly isDraft: boolean;
  /** What came with it, as far as that is known. */
  readonly files: readonly EmailBodyPart[];
  /** Addresses of its tracking pixels, which are blocked. */
  readonly trackers: readonly string[];
  /** Folds and unfolds the message; absent when it stands alone. */
  readonly onToggle?: (() => void) | undefined;
  /** Further actions, at the end. */
  readonly more?: ReactNode;
}): ReactNode {
  const actions = useActions();
  const may = useMay(useMemo(() => [email], [email]));
  const [showsAll, setShowsAll] = useState(false);
  const from = email.from?.[0] ?? UNKNOWN;
  const isStarred = email.keywords["$flagged"] === true;
  const date = email.receivedAt;
  const name = from.email === "" ? t("unknownSender") : nameOf(from);
  // Where there is no name the address takes its place, and is read in full.
  const isBare = isOpen && name === from.email;
  const shown = isBare ? <Address email={name} /> : name;
  return (
    <header className="mail-head" data-open={isOpen || undefined}>
      <Avatar name={nameOf(from)} address={from.email} size={32} />
      <div className="mail-head-who">
        <div className="mail-head-line">
          {isDraft && <span className="mail-head-draft">{r("draft")}</span>}
          <h3 className="mail-head-from" data-bare={isBare || undefined}>
            {onToggle ? (
              <button
                type="button"
                className="mail-head-toggle"
                aria-expanded={isDraft ? undefined : isOpen}
                aria-label={isDraft ? r("writeOnFrom", { name: nameOf(from) }) : undefined}
                onClick={onToggle}
              >
                {shown}
              </button>
            ) : (
              <span>{shown}</span>
            )}
          </h3>
          {isOpen && <AuthBadge email={email} />}
          {isOpen && !isBare && (
            <bdi className="mail-head-address">
              <Address email={from.email} />
            </bdi>
          )}
          {isOpen && <UnsubscribeButton email={email} />}
        </div>
        {isOpen ? (
          <div className="mail-head-below">
            <button
              type="button"
              className="mail-head-recipients"
              aria-expanded={showsAll}
              title={recipientsOf(email)
                .map(({ email }) => email)
                .join(", ")}
              onClick={() => setShowsAll(!showsAll)}
            >
              <span>
                <Recipients email={email} />
              </span>
              <ChevronDownIcon />
            </button>
            {files.length > 0 && <FilesButton files={files} />}
          </div>
        ) : (
          <p className="mail-head-preview">{email.preview}</p>
        )}
      </div>
      <div className="mail-head-end">
        {!isOpen && email.hasAttachment && <AttachIcon aria-label={t("hasAttachment")} />}
        <time dateTime={date} title={formatDateTime(date)}>
          {isOpen && (
            <span className="mail-head-date">
              {formatDateTime(date)}
              <span className="mail-head-ago"> ({formatRelative(date)})</span>
            </span>
          )}
          <span className="mail-head-time">
            {isOpen ? formatShortDateTime(date) : formatListTime(date)}
          </span>
        </time>
        <div className="mail-head-actions">
          {may.mark && (
            <IconButton
              label={isStarred ? t("removeStar") : t("addStar")}
              size="small"
              className="mail-star"
              data-on={isStarred || undefined}
              icon={<StarIcon />}
              onClick={() => actions.perform({ kind: "star", isOn: !isStarred }, [email])}
            />
          )}
          {more}
        </div>
      </div>
      {isOpen && showsAll && <MessageDetails email={email} trackers={trackers} />}
    </header>
  );
}

/** Says what came with a message where its reading begins, and leads there. */
function FilesButton({ files }: { readonly files: readonly EmailBodyPart[] }): ReactNode {
  const size = files.reduce((sum, part) => sum + part.size, 0);
  return (
    <button
      type="button"
      className="mail-head-files"
      onClick={({ currentTarget }) => {
        const list = currentTarget
          .closest("article")
          ?.querySelector<HTMLElement>(".mail-attachments");
        if (!list) return;
        list.scrollIntoView({ block: "center" });
        const first = list.querySelector<HTMLElement>(".mail-attachment :is(a, button)");
        (first ?? list).focus({ preventScroll: true });
      }}
    >
      <AttachIcon />
      {t("attachmentCount", { count: files.length, size: formatBytes(size) })}
    </button>
  );
}

const recipientsOf = ({ to, cc, bcc }: EmailRecord): readonly EmailAddress[] => [
  ...(to ?? []),
  ...(cc ?? []),
  ...(bcc ?? []),
];

/** `to me, Bob and 3 others`. */
function Recipients({ email }: { readonly email: EmailRecord }): ReactNode {
  const { session } = useMail();
  const knownName = useKnownName();
  const all = recipientsOf(email);
  if (all.length === 0) return t("toNobody");
  const names = all.map((address) =>
    address.email.toLowerCase() === session.address.toLowerCase()
      ? t("meTo")
      : shortNameOf(named(address, knownName)),
  );
  const shown = names.slice(0, 3).join(", ");
  return names.length > 3
    ? t("toAndMore", { names: shown, count: names.length - 3 })
    : t("toNames", { names: shown });
}
