import { TrustedSender, type TrustedSenderRecord } from "@atrium/contract/types/trusted-sender";
import { formatDate } from "@atrium/i18n";
import { Answered, Group, Section } from "@atrium/settings-page";
import { Avatar, Button, offerUndo, SearchField, toast } from "@atrium/ui";
import { useRef, useState, type ReactNode, type RefObject } from "react";
import type { MailAccount } from "../mail-accounts/mail-accounts.ts";
import { mailSentence, useMailAccounts, useWhole } from "../mail-accounts/use-mail.ts";
import { t } from "../strings/index.ts";

/** Senders from which a list can be searched. */
const MANY = 8;

/** `/setting/trusted-senders`: whose pictures are shown without asking. */
export function TrustedSenders(): ReactNode {
  const { answer, reload } = useMailAccounts();
  return (
    <Section title={t("trustedSenders")} intro={t("trustedSendersMore")}>
      <Answered answer={answer} onRetry={() => void reload()}>
        {(accounts) => accounts.map((mail) => <OfAccount key={mail.account.id} mail={mail} />)}
      </Answered>
    </Section>
  );
}

function OfAccount({ mail }: { readonly mail: MailAccount }): ReactNode {
  const { answer, reload } = useWhole(mail.account, TrustedSender);
  const list = useRef<HTMLElement>(null);
  const [text, setText] = useState("");
  const wanted = text.trim().toLowerCase();
  const drop = ({ id, email }: TrustedSenderRecord): void => {
    const { account } = mail;
    account.mutate({ type: TrustedSender, destroy: [id] }).then(
      () =>
        offerUndo({
          message: t("noLongerTrusted", { address: email }),
          onUndo: () => void account.create(TrustedSender, { email }).catch(say),
        }),
      say,
    );
    // The button that was pressed goes with its row.
    requestAnimationFrame(() => list.current?.focus());
  };
  return (
    <Group title={mail.isOwn ? t("yourAccount") : mail.name}>
      <Answered answer={answer} onRetry={() => void reload()}>
        {(all) => {
          const found = all
            .filter(({ email }) => email.includes(wanted))
            .sort((one, other) => (one.email < other.email ? -1 : 1));
          return (
            <>
              {all.length > MANY && (
                <SearchField label={t("findSender")} value={text} onValue={setText} />
              )}
              {found.length === 0 ? (
                <p
                  className="settings-none"
                  tabIndex={-1}
                  ref={list as RefObject<HTMLParagraphElement>}
                >
                  {t(all.length === 0 ? "noTrustedSenders" : "noSuchSender")}
                </p>
              ) : (
                <ul
                  className="settings-list"
                  tabIndex={-1}
                  ref={list as RefObject<HTMLUListElement>}
                >
                  {found.map((sender) => (
                    <li key={sender.id} className="settings-row">
                      <Avatar name={sender.email} address={sender.email} size={32} />
                      <span className="settings-row-words">
                        <strong>{sender.email}</strong>
                        <span>{t("trustedSince", { date: formatDate(sender.createdAt) })}</span>
                      </span>
                      {!mail.isReadOnly && (
                        <Button
                          size="small"
                          aria-label={t("removeSender", { address: sender.email })}
                          onClick={() => drop(sender)}
                        >
                          {t("remove")}
                        </Button>
                      )}
                    </li>
                  ))}
                </ul>
              )}
            </>
          );
        }}
      </Answered>
    </Group>
  );
}

const say = (error: unknown): void => {
  toast({ severity: "danger", message: mailSentence(error) });
};
