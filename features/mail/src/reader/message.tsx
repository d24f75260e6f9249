import { Email, type EmailBodyPart, type EmailRecord } from "@atrium/contract/types/email";
import { useRecord } from "@atrium/jmap";
import { lazyPart } from "@atrium/shell";
import { Button, Skeleton } from "@atrium/ui";
import { memo, useEffect, useMemo, useState, type ReactNode } from "react";
import { useMail } from "../mail.tsx";
import { OPEN } from "../properties.ts";
import { t } from "../strings/index.ts";
import { Attachments, attachmentsOf } from "./attachments.tsx";
import { MessageHead } from "./message-head.tsx";
import { PlainText } from "./plain-text/plain-text.tsx";

const loadHtmlMail = () => import("./html-mail/html-mail.tsx").then((module) => module.HtmlMail);
const HtmlMail = lazyPart(loadHtmlMail, <BodySkeleton />);

/** Gets what shows HTML mail before the first one is opened. */
export function prepareHtmlMail(): void {
  // When it does not come, the message that needs it offers to try again.
  loadHtmlMail().catch(() => undefined);
}

/** One message of a conversation, folded to a line or open. */
export const Message = memo(function Message({
  id,
  isOpen,
  onToggle,
  onKey,
  more,
}: {
  readonly id: string;
  readonly isOpen: boolean;
  readonly onToggle?: ((id: string) => void) | undefined;
  /** Keys pressed inside an HTML mail. */
  readonly onKey: (event: KeyboardEvent) => void;
  readonly more?: (email: EmailRecord) => ReactNode;
}): ReactNode {
  const { account } = useMail();
  const email = useRecord(account, Email, id);
  if (!email) return email === null ? null : <MessageSkeleton />;
  return (
    <article
      className="mail-message"
      data-open={isOpen || undefined}
      data-unread={email.keywords["$seen"] !== true || undefined}
      onClick={isOpen || !onToggle ? undefined : () => onToggle(id)}
    >
      <MessageHead
        email={email}
        isOpen={isOpen}
        onToggle={onToggle && (() => onToggle(id))}
        more={isOpen && more?.(email)}
      />
      {isOpen && <Body id={id} onKey={onKey} />}
    </article>
  );
});

function Body({
  id,
  onKey,
}: {
  readonly id: string;
  readonly onKey: (event: KeyboardEvent) => void;
}): ReactNode {
  const { account } = useMail();
  const email = useRecord(account, Email, id);
  const [hasFailed, setFailed] = useState(false);
  const isHere = email != null && "bodyValues" in email;
  useEffect(() => {
    let isOver = false;
    if (!hasFailed)
      account.fetch(Email, [id], OPEN).catch(() => {
        if (!isOver) setFailed(true);
      });
    return () => {
      isOver = true;
    };
  }, [account, id, hasFailed]);
  if (!isHere && hasFailed)
    return (
      <div className="mail-body mail-body-failed" role="alert">
        <p>{t("messageNotLoaded")}</p>
        <Button onClick={() => setFailed(false)}>{t("tryAgain")}</Button>
      </div>
    );
  if (!isHere) return <BodySkeleton />;
  return <LoadedBody email={email} onKey={onKey} />;
}

function LoadedBody({
  email,
  onKey,
}: {
  readonly email: EmailRecord;
  readonly onKey: (event: KeyboardEvent) => void;
}): ReactNode {
  const { htmlBody, textBody, bodyValues, attachments } = email;
  const shown = htmlBody.some(({ type }) => type === "text/html") ? htmlBody : textBody;
  const title = t("messageText");
  // The same array while the message is the same, so that its pictures are fetched once.
  const parts = useMemo(
    () => [...htmlBody, ...attachments].filter(({ cid }) => cid !== null),
    [htmlBody, attachments],
  );
  const valueOf = ({ partId }: EmailBodyPart) => (partId === null ? undefined : bodyValues[partId]);
  const isCut = shown.some((part) => valueOf(part)?.isTruncated);
  return (
    <div className="mail-body">
      {shown.map((part, index) => {
        const value = valueOf(part)?.value;
        if (value === undefined) return null;
        return part.type === "text/html" ? (
          <HtmlMail key={index} html={value} parts={parts} title={title} onKey={onKey} />
        ) : (
          <PlainText key={index} text={value} />
        );
      })}
      {shown.every((part) => !valueOf(part)?.value.trim()) && (
        <p className="mail-body-empty">{t("noText")}</p>
      )}
      {isCut && <p className="mail-body-empty">{t("cutText")}</p>}
      <Attachments parts={attachmentsOf(email)} />
    </div>
  );
}

function BodySkeleton(): ReactNode {
  return (
    <div className="mail-body" aria-busy="true">
      <div className="mail-body-skeleton">
        <Skeleton width="92%" height={12} />
        <Skeleton width="86%" height={12} />
        <Skeleton width="64%" height={12} />
      </div>
    </div>
  );
}

export function MessageSkeleton(): ReactNode {
  return (
    <div className="mail-message" data-open aria-busy="true">
      <div className="mail-head" data-open>
        <Skeleton width={40} height={40} round />
        <div className="mail-body-skeleton">
          <Skeleton width={160} height={12} />
          <Skeleton width={240} height={10} />
        </div>
      </div>
      <BodySkeleton />
    </div>
  );
}
