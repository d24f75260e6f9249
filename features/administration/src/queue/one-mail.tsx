import { QueuedMail, type QueuedRecipient } from "@atrium/contract/types/queued-mail";
import { useClient } from "@atrium/feature-suite/parts";
import { formatBytes, formatRelative } from "@atrium/i18n";
import { Group, Section, useAct } from "@atrium/settings-page";
import { navigate } from "@atrium/shell";
import { Button, Confirm, RefreshIcon, Tag } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { OneRecord, type Back, type Known } from "../one/one-record.tsx";
import { t as administration } from "../strings/index.ts";
import { isHeld } from "./held.ts";
import { t } from "./strings/index.ts";
import "./queue.css";

/** A mail that waits to leave: for whom, and what was heard of each. */
export const OneMail = ({ id, back }: { readonly id: string; readonly back: Back }): ReactNode => (
  <OneRecord type={QueuedMail} id={id} back={back}>
    {(known) => <Page {...known} />}
  </OneRecord>
);

function Page({ account, record, back }: Known<typeof QueuedMail>): ReactNode {
  const client = useClient();
  const act = useAct();
  const [isAsked, setAsked] = useState(false);
  const { id, mailFrom, size, createdAt, recipients, recipientCount } = record;
  const given = { accountId: account.id, id };
  const held = isHeld(record);
  const retry = (): void => void act(() => client.call("QueuedMail/retry", given), t("isTried"));
  async function giveUp(): Promise<void> {
    setAsked(false);
    const isDone = await act(() => client.call("QueuedMail/giveUp", given), t("gaveUp"));
    if (isDone) navigate(back.href, { replace: true });
  }
  const more = recipientCount - recipients.length;
  return (
    <Section
      title={mailFrom || t("ownReport")}
      intro={[formatRelative(createdAt), formatBytes(size)].join(" · ")}
      back={back}
      {...(held
        ? { action: <Tag>{t("heldBack")}</Tag> }
        : {
            action: (
              <Button icon={<RefreshIcon />} onClick={retry}>
                {administration("tryNow")}
              </Button>
            ),
          })}
    >
      <Group title={t("recipients")}>
        <ul className="settings-waiting-for">
          {recipients.map((recipient) => (
            <Recipient
              key={recipient.address}
              recipient={recipient}
              nextAt={held ? record.notBefore : recipient.nextAt}
            />
          ))}
          {more > 0 && <li className="settings-quiet">{t("moreRecipients", { count: more })}</li>}
        </ul>
      </Group>
      <Group title={administration("giveUp")} intro={t("giveUpIntro")}>
        <Button onClick={() => setAsked(true)}>{administration("giveUp")}</Button>
      </Group>
      <Confirm
        open={isAsked}
        danger
        title={t("giveUpTitle")}
        confirmLabel={administration("giveUp")}
        onClose={() => setAsked(false)}
        onConfirm={() => void giveUp()}
      >
        <p>
          {t(mailFrom === "" ? "giveUpReport" : "giveUpMore", {
            count: recipientCount,
            sender: mailFrom,
          })}
        </p>
      </Confirm>
    </Section>
  );
}

const Recipient = ({
  recipient: { address, attempts, isBusy, reply },
  nextAt,
}: {
  readonly recipient: QueuedRecipient;
  readonly nextAt: string;
}): ReactNode => (
  <li>
    <span>{address}</span>
    <span className="settings-quiet">
      {isBusy
        ? t("triedJustNow")
        : [
            ...(attempts > 0 ? [t("tries", { count: attempts })] : []),
            t("nextTry", { when: formatRelative(nextAt) }),
          ].join(" · ")}
    </span>
    {reply !== null && <code>{reply}</code>}
  </li>
);
