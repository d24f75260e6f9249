import { href } from "@atrium/contract/href";
import { SharedAccount, type SharedAccountRecord } from "@atrium/contract/types/shared-account";
import type { ScreenProps } from "@atrium/settings-page";
import { AddIcon, EmptyState, SharedMailboxIcon, Select, Tag } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { AllOf, type DialogProps } from "../list/all-of.tsx";
import { Entry } from "../list/entry.tsx";
import { AddNamedDialog } from "../members/add-named.tsx";
import { t } from "../strings/index.ts";
import { OneSharedAccount } from "./one-shared-account.tsx";

const HOME = href("/setting/:section", { section: "shared-accounts" });

/** `/setting/shared-accounts`, and `/setting/shared-accounts/ID` for one of them. For administrators. */
export function SharedAccounts({ session, path: [id] }: ScreenProps): ReactNode {
  const back = { href: HOME, label: t("sharedAccounts") };
  return id === undefined ? <All session={session} /> : <OneSharedAccount id={id} back={back} />;
}

/** Which shared accounts a list has. */
const VIEWS = { present: { isRemoved: false }, removed: { isRemoved: true } } as const;
type View = keyof typeof VIEWS;

function All({ session }: Pick<ScreenProps, "session">): ReactNode {
  const [view, setView] = useState<View>("present");
  const choice = (
    <Select
      hideLabel
      label={t("whichSharedAccounts")}
      value={view}
      onChange={setView}
      options={[
        { value: "present", label: t("viewShared") },
        { value: "removed", label: t("viewRemoved") },
      ]}
    />
  );
  return (
    <AllOf
      session={session}
      type={SharedAccount}
      properties={ROW}
      home={HOME}
      filter={VIEWS[view]}
      words={words()}
      addIcon={<AddIcon />}
      Dialog={AddSharedAccount}
    >
      {{ row, empty: <Empty view={view}>{choice}</Empty>, acts: choice }}
    </AllOf>
  );
}

/** There are none at all, or none are removed; the others can still be chosen. */
const Empty = ({
  view,
  children,
}: {
  readonly view: View;
  readonly children: ReactNode;
}): ReactNode => (
  <>
    <div className="searchable-list-head">{children}</div>
    {view === "present" ? (
      <EmptyState icon={<SharedMailboxIcon />} title={t("noSharedAccounts")}>
        {t("noSharedAccountsMore")}
      </EmptyState>
    ) : (
      <EmptyState icon={<SharedMailboxIcon />} title={t("noneRemoved")} />
    )}
  </>
);

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
const ROW = ["id", "name", "address", "memberCount", "isRemoved"] as const;

const words = () => ({
  label: t("sharedAccounts"),
  intro: t("sharedAccountsMore"),
  add: t("addSharedAccount"),
  find: t("filterSharedAccounts"),
  count: (count: number) => t("sharedAccountCount", { count }),
  none: (query: string) => t("noSharedAccountFound", { query }),
});

const row = ({ name, address, memberCount, isRemoved }: SharedAccountRecord): ReactNode => (
  <>
    <Entry name={name} address={address} isQuiet={isRemoved} />
    {isRemoved && <Tag tone="danger">{t("removed")}</Tag>}
    <span className="settings-quiet">{t("memberCount", { count: memberCount })}</span>
  </>
);
