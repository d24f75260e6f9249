import { href } from "@atrium/contract/href";
import { SharedAccount, type SharedAccountRecord } from "@atrium/contract/types/shared-account";
import type { ScreenProps } from "@atrium/settings-page";
import { AddIcon, EmptyState, MailIcon } from "@atrium/ui";
import type { ReactNode } from "react";
import { AllOf, type DialogProps } from "../list/all-of.tsx";
import { Entry } from "../list/entry.tsx";
import { AddNamedDialog } from "../members/add-named.tsx";
import { t } from "../strings/index.ts";
import { OneSharedAccount } from "./one-shared-account.tsx";

const HOME = href("/setting/:section", { section: "shared-accounts" });

/** `/setting/shared-accounts`, and `/setting/shared-accounts/ID` for one of them. For administrators. */
export function SharedAccounts({ session, path: [id] }: ScreenProps): ReactNode {
  const back = { href: HOME, label: t("sharedAccounts") };
  if (id !== undefined) return <OneSharedAccount id={id} back={back} />;
  return (
    <AllOf
      session={session}
      type={SharedAccount}
      properties={ROW}
      home={HOME}
      words={words()}
      addIcon={<AddIcon />}
      Dialog={AddSharedAccount}
    >
      {{
        row,
        empty: (
          <EmptyState icon={<MailIcon />} title={t("noSharedAccounts")}>
            {t("noSharedAccountsMore")}
          </EmptyState>
        ),
      }}
    </AllOf>
  );
}

const AddSharedAccount = ({
  session,
  onAdd,
  onClose,
}: DialogProps<typeof SharedAccount>): ReactNode => (
  <AddNamedDialog
    title={t("addSharedAccount")}
    session={session}
    needsAddress
    onAdd={(name, address) => onAdd({ name, address })}
    onClose={onClose}
  />
);

/** What a row shows: not the members, who may be many. */
const ROW = ["id", "name", "address", "memberCount"] as const;

const words = () => ({
  label: t("sharedAccounts"),
  intro: t("sharedAccountsMore"),
  add: t("addSharedAccount"),
  find: t("filterSharedAccounts"),
  count: (count: number) => t("sharedAccountCount", { count }),
  none: (query: string) => t("noSharedAccountFound", { query }),
});

const row = ({ name, address, memberCount }: SharedAccountRecord): ReactNode => (
  <>
    <Entry name={name} address={address} />
    <span className="settings-quiet">{t("memberCount", { count: memberCount })}</span>
  </>
);
