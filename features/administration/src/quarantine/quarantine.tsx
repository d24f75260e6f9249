import { href } from "@atrium/contract/href";
import {
  QuarantinedMail,
  type QuarantinedMailRecord,
} from "@atrium/contract/types/quarantined-mail";
import { formatBytes, formatRelative } from "@atrium/i18n";
import type { Account } from "@atrium/jmap";
import { Section, type ScreenProps } from "@atrium/settings-page";
import { EmptyState, QuarantineIcon, Tag } from "@atrium/ui";
import type { ReactNode } from "react";
import { WithOrganisation } from "../account.tsx";
import { SearchableList } from "../list/searchable-list.tsx";
import { t as administration } from "../strings/index.ts";
import { HeldMail } from "./held-mail.tsx";
import { t } from "./strings/index.ts";

const HOME = href("/setting/:section", { section: "quarantine" });

/** `/setting/quarantine`: mail that was held back for a virus, and `/setting/quarantine/ID` for one of it. For administrators. */
export function Quarantine({ path: [id] }: ScreenProps): ReactNode {
  if (id !== undefined)
    return <HeldMail id={id} back={{ href: HOME, label: administration("quarantine") }} />;
  return <WithOrganisation>{(account) => <AllThatIsHeld account={account} />}</WithOrganisation>;
}

const AllThatIsHeld = ({ account }: { readonly account: Account }): ReactNode => (
  <Section fills title={administration("quarantine")} intro={t("intro")}>
    <SearchableList
      account={account}
      type={QuarantinedMail}
      properties={ROW}
      home={HOME}
      sort={NEWEST_FIRST}
      words={words()}
    >
      {{
        row,
        empty: (
          <EmptyState icon={<QuarantineIcon />} title={t("empty")}>
            {t("emptyMore")}
          </EmptyState>
        ),
      }}
    </SearchableList>
  </Section>
);

const ROW = [
  "id",
  "receivedAt",
  "from",
  "mailFrom",
  "recipients",
  "subject",
  "size",
  "threat",
  "isReleased",
] as const;
const NEWEST_FIRST = [{ property: "receivedAt", isAscending: false }];

const words = () => ({
  label: administration("quarantine"),
  find: t("find"),
  count: (count: number) => t("mailCount", { count }),
  none: (query: string) => t("noMailFound", { query }),
});

const row = (mail: QuarantinedMailRecord): ReactNode => {
  const [first = "", ...others] = mail.recipients;
  const to = t("to", { address: first });
  return (
    <>
      <div className="searchable-list-words" data-quiet={mail.isReleased}>
        <strong>{mail.subject?.trim() || t("noSubject")}</strong>
        <span>
          {[
            mail.threat,
            mail.from || mail.mailFrom || t("noSender"),
            others.length > 0 ? `${to} ${t("moreRecipients", { count: others.length })}` : to,
            formatRelative(mail.receivedAt),
            formatBytes(mail.size),
          ].join(" · ")}
        </span>
      </div>
      {mail.isReleased && <Tag>{t("released")}</Tag>}
    </>
  );
};
