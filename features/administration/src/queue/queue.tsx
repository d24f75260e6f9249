import { href } from "@atrium/contract/href";
import { QueuedMail, type QueuedMailRecord } from "@atrium/contract/types/queued-mail";
import { useClient } from "@atrium/feature-suite/parts";
import { formatBytes, formatRelative } from "@atrium/i18n";
import type { Account } from "@atrium/jmap";
import { Section, useAct, type ScreenProps } from "@atrium/settings-page";
import { Button, EmptyState, RefreshIcon, QueueIcon, Tag } from "@atrium/ui";
import type { ReactNode } from "react";
import { WithOrganisation } from "../account.tsx";
import { SearchableList } from "../list/searchable-list.tsx";
import { t as administration } from "../strings/index.ts";
import { isHeld } from "./held.ts";
import { OneMail } from "./one-mail.tsx";
import { t } from "./strings/index.ts";

const HOME = href("/setting/:section", { section: "queue" });

/** `/setting/queue`: mail that waits to leave, and `/setting/queue/ID` for one of it. For administrators. */
export function Queue({ path: [id] }: ScreenProps): ReactNode {
  if (id !== undefined)
    return <OneMail id={id} back={{ href: HOME, label: administration("queue") }} />;
  return <WithOrganisation>{(account) => <AllThatWaits account={account} />}</WithOrganisation>;
}

function AllThatWaits({ account }: { readonly account: Account }): ReactNode {
  const client = useClient();
  const act = useAct();
  const retryAll = (): void =>
    void act(() => client.call("QueuedMail/retry", { accountId: account.id }), t("allAreTried"));
  return (
    <Section fills title={administration("queue")} intro={t("queueMore")}>
      <SearchableList
        account={account}
        type={QueuedMail}
        properties={ROW}
        home={HOME}
        sort={OLDEST_FIRST}
        words={words()}
      >
        {{
          row,
          acts: (
            <Button icon={<RefreshIcon />} onClick={retryAll}>
              {t("tryAllNow")}
            </Button>
          ),
          empty: (
            <EmptyState icon={<QueueIcon />} title={t("queueEmpty")}>
              {t("queueEmptyMore")}
            </EmptyState>
          ),
        }}
      </SearchableList>
    </Section>
  );
}

const ROW = [
  "id",
  "mailFrom",
  "size",
  "createdAt",
  "notBefore",
  "recipients",
  "recipientCount",
] as const;
const OLDEST_FIRST = [{ property: "createdAt", isAscending: true }];

const words = () => ({
  label: administration("queue"),
  find: t("filterQueue"),
  count: (count: number) => t("mailCount", { count }),
  none: (query: string) => t("noMailFound", { query }),
});

const row = (mail: QueuedMailRecord): ReactNode => {
  const [first] = mail.recipients;
  const more = mail.recipientCount - 1;
  return (
    <>
      <div className="searchable-list-words">
        <strong>{mail.mailFrom || t("ownReport")}</strong>
        <span>
          {[
            t("to", { address: first?.address ?? "" }),
            ...(more > 0 ? [t("moreRecipients", { count: more })] : []),
            formatRelative(mail.createdAt),
            formatBytes(mail.size),
          ].join(" · ")}
        </span>
      </div>
      {isHeld(mail) && <Tag>{t("heldBack")}</Tag>}
    </>
  );
};
