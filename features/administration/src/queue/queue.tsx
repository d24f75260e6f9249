import type { AdminQueuedMail } from "@atrium/contract/api/admin";
import { api } from "@atrium/contract/api/index";
import { formatBytes, formatRelative } from "@atrium/i18n";
import { rest } from "@atrium/shell";
import { Button, Confirm, EmptyState, RefreshIcon, SentIcon, Tag } from "@atrium/ui";
import { useEffect, useState, type ReactNode } from "react";
import { Answered, Section, useAct, useAnswer } from "@atrium/settings-page";
import { t as administration } from "../strings/index.ts";
import { t } from "./strings/index.ts";
import "./queue.css";

/** Mail comes and goes while one looks (milliseconds). */
const LOOK_AGAIN = 10_000;
/** Recipients of one mail that are shown at once. */
const SHOWN = 5;

/** `/setting/queue`: mail that waits to leave. For administrators. */
export function Queue(): ReactNode {
  const { answer, reload } = useAnswer(api.admin.queue.list);
  const [dropping, setDropping] = useState<AdminQueuedMail>();
  const [now, setNow] = useState(() => Date.now());
  const act = useAct(reload);
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
      if (document.visibilityState === "visible") void reload();
    }, LOOK_AGAIN);
    return () => clearInterval(timer);
  }, [reload]);

  const retryAll = (): void => void act(() => rest(api.admin.queue.retryAll), t("allAreTried"));
  const retry = ({ id }: AdminQueuedMail): void =>
    void act(() => rest(api.admin.queue.retry, { params: { id } }), t("isTried"));
  function drop({ id }: AdminQueuedMail): void {
    setDropping(undefined);
    void act(() => rest(api.admin.queue.drop, { params: { id } }), t("gaveUp"));
  }

  const isSome = answer.status === "there" && answer.value.length > 0;
  return (
    <Section
      title={administration("queue")}
      intro={t("queueMore")}
      {...(isSome && {
        action: (
          <Button icon={<RefreshIcon />} onClick={retryAll}>
            {t("tryAllNow")}
          </Button>
        ),
      })}
    >
      <Answered answer={answer} onRetry={() => void reload()}>
        {(mails) =>
          mails.length === 0 ? (
            <EmptyState icon={<SentIcon />} title={t("queueEmpty")}>
              {t("queueEmptyMore")}
            </EmptyState>
          ) : (
            <ul className="settings-list">
              {mails.map((mail) => (
                <Waiting
                  key={mail.id}
                  mail={mail}
                  isHeld={Date.parse(mail.notBefore) > now}
                  onRetry={() => retry(mail)}
                  onDrop={() => setDropping(mail)}
                />
              ))}
            </ul>
          )
        }
      </Answered>
      <Confirm
        open={dropping !== undefined}
        danger
        title={t("giveUpTitle")}
        confirmLabel={administration("giveUp")}
        onClose={() => setDropping(undefined)}
        onConfirm={() => dropping && drop(dropping)}
      >
        <p>
          {t(dropping?.mailFrom === "" ? "giveUpReport" : "giveUpMore", {
            count: dropping?.recipients.length ?? 0,
            sender: dropping?.mailFrom ?? "",
          })}
        </p>
      </Confirm>
    </Section>
  );
}

function Waiting({
  mail,
  isHeld,
  onRetry,
  onDrop,
}: {
  readonly mail: AdminQueuedMail;
  /** Its sender can still take it back. */
  readonly isHeld: boolean;
  readonly onRetry: () => void;
  readonly onDrop: () => void;
}): ReactNode {
  const { mailFrom, size, createdAt, notBefore, recipients } = mail;
  const sender = mailFrom || t("ownReport");
  const more = recipients.length - SHOWN;
  return (
    <li className="settings-waiting">
      <div className="settings-waiting-head">
        <div className="settings-row-words">
          <strong>{sender}</strong>
          <span>{[formatRelative(createdAt), formatBytes(size)].join(" · ")}</span>
        </div>
        {isHeld && <Tag>{t("heldBack")}</Tag>}
        {!isHeld && (
          <Button size="small" aria-label={t("tryNowFrom", { sender })} onClick={onRetry}>
            {administration("tryNow")}
          </Button>
        )}
        <Button size="small" aria-label={t("giveUpFrom", { sender })} onClick={onDrop}>
          {administration("giveUp")}
        </Button>
      </div>
      <ul className="settings-waiting-for">
        {recipients.slice(0, SHOWN).map(({ address, attempts, nextAt, isBusy, reply }) => (
          <li key={address}>
            <span>{address}</span>
            <span className="settings-quiet">
              {isBusy
                ? t("triedJustNow")
                : [
                    ...(attempts > 0 ? [t("tries", { count: attempts })] : []),
                    t("nextTry", { when: formatRelative(isHeld ? notBefore : nextAt) }),
                  ].join(" · ")}
            </span>
            {reply !== null && <code>{reply}</code>}
          </li>
        ))}
        {more > 0 && <li className="settings-quiet">{t("moreRecipients", { count: more })}</li>}
      </ul>
    </li>
  );
}
