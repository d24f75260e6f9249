import { Email, type EmailBodyPart, type EmailRecord } from "@atrium/contract/types/email";
import { useRecord } from "@atrium/jmap";
import { MAX_TEXTS } from "@atrium/mail-html";
import { CrashBoundary, lazyPart } from "@atrium/shell";
import { useTries } from "@atrium/state";
import { Button, Skeleton, WriteIcon } from "@atrium/ui";
import { memo, useCallback, useEffect, useMemo, useState, type ReactNode } from "react";
import { useMail } from "../mail.tsx";
import { OPEN } from "../properties.ts";
import { t } from "../strings/index.ts";
import { useMailboxes } from "../mailboxes/use-mailboxes.ts";
import { attachmentsOf, heldParts } from "./attachments-of.ts";
import { isDraft } from "./drafts.ts";
import { LinkGuard } from "./link-guard/link-guard.tsx";
import { MessageHead } from "./message-head.tsx";
import { MessageMenu } from "./message-menu/message-menu.tsx";
import { NotLoaded } from "./not-loaded.tsx";
import { usePictures, type Pictures } from "./pictures/use-pictures.ts";
import { isReceipt } from "./report-parts.ts";
import { r } from "./strings/index.ts";
import { PlainText } from "./plain-text/plain-text.tsx";
import { useIsLaidOut } from "./plain-text/use-is-laid-out.ts";

/** With what is to be said of the mail above it, so that nothing moves down when that comes. */
const loadHtmlMail = async () => {
  const [{ HtmlMail }] = await Promise.all([
    import("./html-mail/html-mail.tsx"),
    loadBanners().catch(() => undefined),
  ]);
  return HtmlMail;
};
const HtmlMail = lazyPart(loadHtmlMail, <BodySkeleton />);

const Invitation = lazyPart(() =>
  import("./invitation/invitation.tsx").then((module) => module.Invitation),
);
const Receipt = lazyPart(() => import("./receipts/receipt.tsx").then((module) => module.Receipt));
const loadAttachments = () => import("./attachments.tsx").then((module) => module.Attachments);
const Attachments = lazyPart(loadAttachments);
const MessageFiles = lazyPart(() =>
  import("./preview/message-files.tsx").then((module) => module.MessageFiles),
);
const loadBanners = () =>
  import("./banners/message-banners.tsx").then((module) => module.MessageBanners);
const MessageBanners = lazyPart(loadBanners);

/** Gets what shows HTML mail, and what is to be said of it, before the first one is opened. */
export function prepareHtmlMail(): void {
  // When it does not come, the message that needs it offers to try again.
  loadHtmlMail().catch(() => undefined);
}

/** The same for what shows attached files. */
export function prepareAttachments(): void {
  loadAttachments().catch(() => undefined);
}

const NO_FILES: readonly EmailBodyPart[] = [];
const NO_TEXTS: readonly string[] = [];
const NOT_PROXIED: Pictures["proxied"] = new Map();

/** One message of a conversation, folded to a line or open. */
export const Message = memo(function Message({
  id,
  isOpen,
  onToggle,
  onWrite,
  onKey,
  more,
}: {
  readonly id: string;
  readonly isOpen: boolean;
  readonly onToggle?: ((id: string) => void) | undefined;
  /** Goes on writing what is a draft; absent where the person may not. */
  readonly onWrite?: ((id: string) => void) | undefined;
  /** Keys pressed inside an HTML mail. */
  readonly onKey: (event: KeyboardEvent) => void;
  readonly more?: (email: EmailRecord) => ReactNode;
}): ReactNode {
  const { account } = useMail();
  const email = useRecord(account, Email, id);
  const [onPaper, setOnPaper] = useState(false);
  const [chosenFixed, setFixed] = useState<boolean>();
  const [proxied, setProxied] = useState<Pictures["proxied"]>(NOT_PROXIED);
  const [trackers, setTrackers] = useState(NO_TEXTS);
  const files = useMemo(
    () => (isOpen && email && "bodyValues" in email ? attachmentsOf(email) : NO_FILES),
    [email, isOpen],
  );
  const plain = useMemo(() => plainTexts(email), [email]);
  const isLaidOut = useIsLaidOut(plain);
  const isFixed = chosenFixed ?? isLaidOut;
  if (!email) return email === null ? null : <MessageSkeleton />;
  const isWritten = isDraft(email);
  // Of a draft among other messages one does not want to read on but to write on.
  const act = isWritten && onToggle && onWrite ? onWrite : onToggle;
  const hasHtml = "htmlBody" in email && email.htmlBody.some(isHtml);
  return (
    <article
      className="mail-message"
      data-open={isOpen || undefined}
      data-unread={email.keywords["$seen"] !== true || undefined}
      onClick={
        isOpen || !act
          ? undefined
          : ({ target }) => {
              // Its own buttons say what they do.
              if (!(target as Element).closest("button, a")) act(id);
            }
      }
    >
      <MessageHead
        email={email}
        isOpen={isOpen}
        isDraft={isWritten}
        files={files}
        trackers={trackers}
        onToggle={act && (() => act(id))}
        more={
          isOpen && (
            <>
              {more?.(email)}
              {"blobId" in email && (
                <MessageMenu
                  email={email}
                  look={{
                    onPaper,
                    setOnPaper,
                    hasHtml,
                    isFixed,
                    ...(plain.length > 0 && { setFixed }),
                    proxied,
                  }}
                />
              )}
            </>
          )
        }
      />
      {isOpen && (
        <CrashBoundary of={id}>
          <Body
            id={id}
            files={files}
            onKey={onKey}
            onPaper={onPaper}
            isFixed={isFixed}
            isAlone={onToggle === undefined}
            onProxied={setProxied}
            onTrackers={setTrackers}
          />
        </CrashBoundary>
      )}
      {isOpen && isWritten && onWrite && (
        <div className="mail-answer">
          <Button variant="primary" icon={<WriteIcon />} onClick={() => onWrite(id)}>
            {r("writeOn")}
          </Button>
        </div>
      )}
    </article>
  );
});

const isCalendar = ({ type }: EmailBodyPart): boolean =>
  type === "text/calendar" || type === "application/ics";

/** The parts that are its text, as HTML where there is some. */
const bodyOf = ({ htmlBody, textBody }: EmailRecord): readonly EmailBodyPart[] =>
  htmlBody.some(isHtml) ? htmlBody : textBody;

const isHtml = ({ type }: EmailBodyPart): boolean => type === "text/html";

/** Its texts that are shown as plain text, where they are known. */
function plainTexts(email: EmailRecord | null | undefined): readonly string[] {
  if (!email || !("bodyValues" in email)) return NO_TEXTS;
  const parts = bodyOf(email).slice(0, MAX_TEXTS);
  return parts
    .filter((part) => !isHtml(part))
    .flatMap(({ partId }) => email.bodyValues[partId ?? ""]?.value ?? []);
}

interface BodyProps {
  readonly files: readonly EmailBodyPart[];
  readonly onKey: (event: KeyboardEvent) => void;
  readonly onPaper: boolean;
  /** Plain text in letters of one width. */
  readonly isFixed: boolean;
  /** It is all of its conversation that is shown. */
  readonly isAlone: boolean;
  readonly onProxied: (proxied: Pictures["proxied"]) => void;
  readonly onTrackers: (trackers: Pictures["trackers"]) => void;
}

function Body({ id, ...props }: BodyProps & { readonly id: string }): ReactNode {
  const { account } = useMail();
  const email = useRecord(account, Email, id);
  const isHere = email != null && "bodyValues" in email;
  const fetched = useCallback(() => account.fetch(Email, [id], OPEN), [account, id]);
  const { hasFailed, retry } = useTries(fetched);
  if (!isHere && hasFailed) return <NotLoaded onRetry={retry} />;
  if (!isHere) return <BodySkeleton />;
  return (
    <LinkGuard email={email}>
      <LoadedBody email={email} {...props} />
    </LinkGuard>
  );
}

function LoadedBody({
  email,
  files,
  onKey,
  onPaper,
  isFixed,
  isAlone,
  onProxied,
  onTrackers,
}: BodyProps & { readonly email: EmailRecord }): ReactNode {
  const { client, account } = useMail();
  const { htmlBody, bodyValues, attachments } = email;
  const all = bodyOf(email);
  const shown = all.slice(0, MAX_TEXTS);
  const [isSimplified, setSimplified] = useState(false);
  const [opened, setOpened] = useState<EmailBodyPart>();
  const onCut = useCallback(() => setSimplified(true), []);
  const title = t("messageText");
  // The same array while the message is the same, so that its pictures are fetched once.
  const parts = useMemo(
    () => heldParts({ htmlBody, attachments, bodyValues }),
    [htmlBody, attachments, bodyValues],
  );
  const junk = useMailboxes()?.byRole("junk")?.id;
  const isJunk = junk !== undefined && email.mailboxIds[junk] === true;
  const pictures = usePictures(email, isJunk);
  const { proxied, trackers, onRemote } = pictures;
  useEffect(() => onProxied(proxied), [onProxied, proxied]);
  useEffect(() => onTrackers(trackers), [onTrackers, trackers]);
  const isInvitation = attachments.some(isCalendar);
  const valueOf = ({ partId }: EmailBodyPart) => (partId === null ? undefined : bodyValues[partId]);
  const isCut = all.length > MAX_TEXTS || shown.some((part) => valueOf(part)?.isTruncated);
  return (
    <div className="mail-body">
      <MessageBanners
        email={email}
        pictures={pictures}
        isJunk={isJunk}
        isAlone={isAlone}
        isSimplified={isSimplified}
      />
      {attachments.some(isReceipt) && <Receipt email={email} />}
      {isInvitation && <Invitation email={email} />}
      {shown.map((part, index) => {
        const value = valueOf(part)?.value;
        if (value === undefined) return null;
        return isHtml(part) ? (
          <HtmlMail
            key={index}
            html={value}
            parts={parts}
            proxied={proxied}
            onPaper={onPaper}
            title={title}
            onKey={onKey}
            onRemote={onRemote}
            onCut={onCut}
            onPicture={setOpened}
          />
        ) : (
          <PlainText key={index} text={value} isFixed={isFixed} onCut={onCut} />
        );
      })}
      {shown.every((part) => !valueOf(part)?.value.trim()) && (
        <p className="mail-body-empty">{t("noText")}</p>
      )}
      {isCut && (
        <p className="mail-body-empty">
          {t("cutText")}{" "}
          <a
            className="a-link"
            href={client.downloadUrl(account.id, email.blobId, "message.eml", "message/rfc822")}
            download="message.eml"
          >
            {t("saveWhole")}
          </a>
        </p>
      )}
      {files.length > 0 && (
        // Here before its list is, so that the head can lead to it.
        <section className="mail-attachments" aria-label={t("attachments")} tabIndex={-1}>
          <Attachments parts={files} onOpen={setOpened} />
        </section>
      )}
      {opened && (
        <MessageFiles
          files={[...files, ...parts]}
          first={opened}
          onClose={() => setOpened(undefined)}
        />
      )}
    </div>
  );
}

function BodySkeleton(): ReactNode {
  return (
    <div className="mail-body a-late" aria-busy="true">
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
    <div className="mail-message a-late" data-open aria-busy="true">
      <div className="mail-head" data-open>
        <Skeleton width={32} height={32} round />
        <div className="mail-body-skeleton">
          <Skeleton width={160} height={12} />
          <Skeleton width={240} height={10} />
        </div>
      </div>
      <BodySkeleton />
    </div>
  );
}
