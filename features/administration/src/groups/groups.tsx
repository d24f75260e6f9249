import type { SessionInfo } from "@atrium/contract/api/session";
import { href } from "@atrium/contract/href";
import { Group, type GroupRecord } from "@atrium/contract/types/group";
import { useClient } from "@atrium/feature-suite/parts";
import { setNow, type Account } from "@atrium/jmap";
import { proven, Section, type ScreenProps } from "@atrium/settings-page";
import { navigate } from "@atrium/shell";
import { AddIcon, Button, EmptyState, PeopleIcon } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { WithOrganisation } from "../account.tsx";
import { Entry } from "../list/entry.tsx";
import { SearchableList } from "../list/searchable-list.tsx";
import { AddNamedDialog } from "../members/add-named.tsx";
import { t } from "../strings/index.ts";
import { OneGroup } from "./one-group.tsx";

const HOME = href("/setting/:section", { section: "groups" });

/** `/setting/groups`, and `/setting/groups/ID` for one of them. For administrators. */
export function Groups({ session, path: [id] }: ScreenProps): ReactNode {
  if (id !== undefined)
    return (
      <WithOrganisation>
        {(account) => <OneGroup key={id} account={account} id={id} home={HOME} />}
      </WithOrganisation>
    );
  return <AllGroups session={session} />;
}

function AllGroups({ session }: { readonly session: SessionInfo }): ReactNode {
  const [adding, setAdding] = useState(false);
  return (
    <Section
      fills
      title={t("groups")}
      intro={t("groupsMore")}
      action={
        <Button variant="primary" icon={<AddIcon />} onClick={() => setAdding(true)}>
          {t("addGroup")}
        </Button>
      }
    >
      <WithOrganisation>
        {(account) => (
          <>
            <SearchableList
              account={account}
              type={Group}
              properties={ROW}
              home={HOME}
              words={words()}
            >
              {{ row, empty: <NoGroups /> }}
            </SearchableList>
            {adding && (
              <AddGroup account={account} session={session} onClose={() => setAdding(false)} />
            )}
          </>
        )}
      </WithOrganisation>
    </Section>
  );
}

function AddGroup({
  account,
  session: { address },
  onClose,
}: {
  readonly account: Account;
  readonly session: SessionInfo;
  readonly onClose: () => void;
}): ReactNode {
  const client = useClient();
  async function add(name: string, typed: string): Promise<void> {
    const group = { name, address: typed || null };
    const made = await proven(() => setNow(client, account, Group, { create: { group } }));
    navigate(`${HOME}/${made["group"]!}`);
  }
  return (
    <AddNamedDialog
      title={t("addGroup")}
      domain={address.slice(address.lastIndexOf("@"))}
      needsAddress={false}
      addressHint={t("groupAddressHint")}
      onAdd={add}
      onClose={onClose}
    />
  );
}

const NoGroups = (): ReactNode => (
  <EmptyState icon={<PeopleIcon />} title={t("noGroups")}>
    {t("noGroupsMore")}
  </EmptyState>
);

/** What a row shows: not the members, who may be thousands. */
const ROW = ["id", "name", "address", "memberCount"] as const;

const words = () => ({
  label: t("groups"),
  find: t("filterGroups"),
  count: (count: number) => t("groupCount", { count }),
  none: (query: string) => t("noGroupFound", { query }),
});

const row = ({ name, address, memberCount }: GroupRecord): ReactNode => (
  <>
    <Entry name={name} address={address} note={address ?? t("noGroupAddress")} />
    <span className="settings-quiet">{t("memberCount", { count: memberCount })}</span>
  </>
);
