import type { EmailAddress, EmailRecord } from "@atrium/contract/types/email";
import { formatDateTime, formatListTime, formatRelative } from "@atrium/i18n";
import { AttachIcon, Avatar, ChevronDownIcon, IconButton, StarIcon } from "@atrium/ui";
import { useMemo, useState, type ReactNode } from "react";
import { useActions } from "../actions/use-actions.ts";
import { useMay } from "../actions/use-may.ts";
import { nameOf, shortNameOf } from "../email/participants.ts";
import { useMail } from "../mail.tsx";
import { t } from "../strings/index.ts";
import { UnsubscribeButton } from "./message-menu/unsubscribe-button.tsx";
import { r } from "./strings/index.ts";
import { AuthBadge } from "./origin/auth-badge.tsx";
import "../actions/star.css";
import "./message-head.css";

const UNKNOWN: EmailAddress = { name: null, email: "" };

/** Who wrote a message, to whom and when. The sender's real address is always in sight. */
export function MessageHead({
  email,
  isOpen,
  isDraft,
  onToggle,
  more,
}: {
  readonly email: EmailRecord;
  readonly isOpen: boolean;
  /** Not sent yet. */
  readonly isDraft: boolean;
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
  return (
    <header className="mail-head" data-open={isOpen || undefined}>
      <Avatar name={nameOf(from)} address={from.email} size={isOpen ? 40 : 32} />
      <div className="mail-head-who">
        <div className="mail-head-line">
          {isDraft && <span className="mail-head-draft">{r("draft")}</span>}
          <h3 className="mail-head-from">
            {onToggle ? (
              <button
                type="button"
                className="mail-head-toggle"
                aria-expanded={isDraft ? undefined : isOpen}
                aria-label={isDraft ? r("writeOnFrom", { name: nameOf(from) }) : undefined}
                onClick={onToggle}
              >
                {from.email === "" ? t("unknownSender") : nameOf(from)}
              </button>
            ) : (
              <span>{from.email === "" ? t("unknownSender") : nameOf(from)}</span>
            )}
          </h3>
          {isOpen && <AuthBadge email={email} />}
          {isOpen && nameOf(from) !== from.email && (
            <bdi className="mail-head-address">
              <Address email={from.email} />
            </bdi>
          )}
          {isOpen && <UnsubscribeButton email={email} />}
        </div>
        {isOpen ? (
          <>
            <button
              type="button"
              className="mail-head-recipients"
              aria-expanded={showsAll}
              onClick={() => setShowsAll(!showsAll)}
            >
              <span>
                <Recipients email={email} />
              </span>
              <ChevronDownIcon />
            </button>
          </>
        ) : (
          <p className="mail-head-preview">{email.preview}</p>
        )}
      </div>
      <div className="mail-head-end">
        {!isOpen && email.hasAttachment && <AttachIcon aria-label={t("hasAttachment")} />}
        <time dateTime={date} title={formatDateTime(date)}>
          {isOpen && (
            <span className="mail-head-date">
              {formatDateTime(date)} ({formatRelative(date)})
            </span>
          )}
          <span className="mail-head-time">{formatListTime(date)}</span>
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
      {isOpen && showsAll && <Details email={email} />}
    </header>
  );
}

/** An address in full; where it needs two lines, the domain begins the second. */
function Address({ email }: { readonly email: string }): ReactNode {
  const at = email.lastIndexOf("@");
  return (
    <>
      {email.slice(0, Math.max(at, 0))}
      <wbr />
      {email.slice(Math.max(at, 0))}
    </>
  );
}

/** `to me, Bob and 3 others`. */
function Recipients({ email }: { readonly email: EmailRecord }): ReactNode {
  const { session } = useMail();
  const all = [...(email.to ?? []), ...(email.cc ?? []), ...(email.bcc ?? [])];
  if (all.length === 0) return t("toNobody");
  const names = all.map((address) =>
    address.email.toLowerCase() === session.address.toLowerCase()
      ? t("meTo")
      : shortNameOf(address),
  );
  const shown = names.slice(0, 3).join(", ");
  return names.length > 3
    ? t("toAndMore", { names: shown, count: names.length - 3 })
    : t("toNames", { names: shown });
}

function Details({ email }: { readonly email: EmailRecord }): ReactNode {
  const rows = [
    [t("from"), email.from],
    [t("sentBy"), differs(email.sender, email.from)],
    [t("replyTo"), differs(email.replyTo, email.from)],
    [t("to"), email.to],
    [t("cc"), email.cc],
    [t("bcc"), email.bcc],
  ] as const;
  return (
    <dl className="mail-details">
      {rows.map(
        ([label, addresses]) =>
          addresses &&
          addresses.length > 0 && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                {addresses.map((address, index) => (
                  <span key={index}>
                    {address.name && <b>{address.name}</b>}{" "}
                    <bdi>
                      <Address email={address.email} />
                    </bdi>
                  </span>
                ))}
              </dd>
            </div>
          ),
      )}
      {email.sentAt && (
        <div>
          <dt>{t("sentOn")}</dt>
          <dd>{formatDateTime(email.sentAt)}</dd>
        </div>
      )}
    </dl>
  );
}

function differs(
  addresses: readonly EmailAddress[] | null,
  from: readonly EmailAddress[] | null,
): readonly EmailAddress[] | null {
  const same = addresses?.every(({ email }) => from?.some((other) => other.email === email));
  return same ? null : addresses;
}
