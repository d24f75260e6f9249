import { href } from "@atrium/contract/href";
import { Group, type GroupRecord } from "@atrium/contract/types/group";
import type { ScreenProps } from "@atrium/settings-page";
import { AddIcon, EmptyState, PeopleIcon } from "@atrium/ui";
import type { ReactNode } from "react";
import { AllOf, type DialogProps } from "../list/all-of.tsx";
import { Entry } from "../list/entry.tsx";
import { AddNamedDialog } from "../members/add-named.tsx";
import { t } from "../strings/index.ts";
import { OneGroup } from "./one-group.tsx";

const HOME = href("/setting/:section", { section: "groups" });

/** `/setting/groups`, and `/setting/groups/ID` for one of them. For administrators. */
export function Groups({ session, path: [id] }: ScreenProps): ReactNode {
  if (id !== undefined) return <OneGroup id={id} back={{ href: HOME, label: t("groups") }} />;
  return (
    <AllOf
      session={session}
      type={Group}
      properties={ROW}
      home={HOME}
      words={words()}
      addIcon={<AddIcon />}
      Dialog={AddGroup}
    >
      {{
        row,
        empty: (
          <EmptyState icon={<PeopleIcon />} title={t("noGroups")}>
            {t("noGroupsMore")}
          </EmptyState>
        ),
      }}
    </AllOf>
  );
}

const AddGroup = ({ session, onAdd, onClose }: DialogProps<typeof Group>): ReactNode => (
  <AddNamedDialog
    title={t("addGroup")}
    session={session}
    needsAddress={false}
    addressHint={t("groupAddressHint")}
    onAdd={(name, address) => onAdd({ name, address: address || null })}
    onClose={onClose}
  />
);

/** What a row shows: not the members, who may be thousands. */
const ROW = ["id", "name", "address", "memberCount"] as const;

const words = () => ({
  label: t("groups"),
  intro: t("groupsMore"),
  add: t("addGroup"),
  find: t("filterGroups"),
  count: (count: number) => t("groupCount", { count }),
  none: (query: string) => t("noGroupFound", { query }),
});

const row = ({ name, address, memberCount }: GroupRecord): ReactNode => (
  <>
    <Entry name={name} address={address} note={address ?? t("noGroupAddress")} isGroup />
    <span className="settings-quiet">{t("memberCount", { count: memberCount })}</span>
  </>
);
