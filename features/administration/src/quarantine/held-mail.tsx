import { QuarantinedMail } from "@atrium/contract/types/quarantined-mail";
import { formatBytes, formatDateTime } from "@atrium/i18n";
import { Group, Section } from "@atrium/settings-page";
import { Button, Confirm, Tag } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { OneRecord, type Back, type Known } from "../one/one-record.tsx";
import { t } from "./strings/index.ts";
import "./held-mail.css";

/** A mail that was held back: what was found in it, from whom and for whom, and never what it says. */
export const HeldMail = ({ id, back }: { readonly id: string; readonly back: Back }): ReactNode => (
  <OneRecord type={QuarantinedMail} id={id} back={back}>
    {(known) => <Page {...known} />}
  </OneRecord>
);

function Page({ record, back, change, remove }: Known<typeof QuarantinedMail>): ReactNode {
  const [asked, setAsked] = useState<"release" | "delete">();
  const { from, mailFrom, subject, recipients, receivedAt, size, threat, isReleased } = record;
  const close = (): void => setAsked(undefined);
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    [t("threat"), threat],
    [t("sender"), from || t("noSender")],
    // Who has written it may be another than who has sent it.
    ...(mailFrom !== "" && mailFrom !== from ? [[t("envelopeSender"), mailFrom] as const] : []),
    [t("recipients"), <Addresses key="recipients" all={recipients} />],
    [t("received"), formatDateTime(receivedAt)],
    [t("size"), formatBytes(size)],
  ];
  return (
    <Section
      title={subject?.trim() || t("noSubject")}
      back={back}
      {...(isReleased && { action: <Tag>{t("released")}</Tag> })}
    >
      <dl className="administration-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {!isReleased && (
        <Group title={t("release")} intro={t("releaseIntro")}>
          <Button onClick={() => setAsked("release")}>{t("release")}</Button>
        </Group>
      )}
      <Group title={t("delete")} intro={t(isReleased ? "deleteReleased" : "deleteIntro")}>
        <Button onClick={() => setAsked("delete")}>{t("delete")}</Button>
      </Group>
      <Confirm
        open={asked === "release"}
        danger
        title={t("releaseTitle")}
        confirmLabel={t("release")}
        onClose={close}
        onConfirm={() => {
          close();
          void change({ isReleased: true }, t("isReleased"));
        }}
      >
        <p>{t("releaseMore", { threat, count: recipients.length })}</p>
      </Confirm>
      <Confirm
        open={asked === "delete"}
        danger
        title={t("deleteTitle")}
        confirmLabel={t("delete")}
        onClose={close}
        onConfirm={() => {
          close();
          void remove(t("isDeleted"));
        }}
      >
        <p>{t(isReleased ? "deleteReleased" : "deleteMore")}</p>
      </Confirm>
    </Section>
  );
}

const Addresses = ({ all }: { readonly all: readonly string[] }): ReactNode => (
  <ul>
    {all.map((address) => (
      <li key={address}>{address}</li>
    ))}
  </ul>
);
