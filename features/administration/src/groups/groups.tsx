import type { AdminGroup } from "@atrium/contract/api/admin";
import { api } from "@atrium/contract/api/index";
import { href } from "@atrium/contract/href";
import { Link, navigate, rest } from "@atrium/shell";
import { AddIcon, Avatar, Button, ChevronRightIcon, EmptyState, PeopleIcon } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { Answered, type ScreenProps, Section, useAnswer } from "@atrium/settings-page";
import { AddNamedDialog } from "../members/add-named.tsx";
import { t } from "../strings/index.ts";
import { OneGroup } from "./one-group.tsx";

const HOME = href("/setting/:section", { section: "groups" });

/** `/setting/groups`, and `/setting/groups/ID` for one of them. For administrators. */
export function Groups({ session, path }: ScreenProps): ReactNode {
  const { answer, reload } = useAnswer(api.admin.groups.list);
  const [adding, setAdding] = useState(false);
  const [id] = path;
  const domain = session.address.slice(session.address.lastIndexOf("@"));

  async function add(name: string, address: string): Promise<void> {
    const made = await rest(api.admin.groups.add, {
      body: { name, address: address || null, members: [] },
    });
    await reload();
    navigate(`${HOME}/${made.id}`);
  }

  if (id !== undefined)
    return (
      <Answered answer={answer} onRetry={() => void reload()}>
        {(groups) => (
          <OneGroup
            key={id}
            group={groups.find((group) => group.id === id)}
            home={HOME}
            reload={reload}
          />
        )}
      </Answered>
    );
  return (
    <Section
      title={t("groups")}
      intro={t("groupsMore")}
      action={
        <Button variant="primary" icon={<AddIcon />} onClick={() => setAdding(true)}>
          {t("addGroup")}
        </Button>
      }
    >
      <Answered answer={answer} onRetry={() => void reload()}>
        {(groups) =>
          groups.length === 0 ? (
            <EmptyState icon={<PeopleIcon />} title={t("noGroups")}>
              {t("noGroupsMore")}
            </EmptyState>
          ) : (
            <ul className="settings-list">
              {groups.map((group) => (
                <Row key={group.id} group={group} />
              ))}
            </ul>
          )
        }
      </Answered>
      {adding && (
        <AddNamedDialog
          title={t("addGroup")}
          domain={domain}
          needsAddress={false}
          addressHint={t("groupAddressHint")}
          onAdd={add}
          onClose={() => setAdding(false)}
        />
      )}
    </Section>
  );
}

function Row({ group }: { readonly group: AdminGroup }): ReactNode {
  const { id, name, address, members } = group;
  return (
    <li>
      <Link className="settings-row settings-row-link" href={`${HOME}/${id}`}>
        <Avatar name={name} address={address ?? name} size={32} />
        <span className="settings-row-words">
          <strong>{name}</strong>
          <span>{address ?? t("noGroupAddress")}</span>
        </span>
        <span className="settings-quiet">{t("memberCount", { count: members.length })}</span>
        <ChevronRightIcon />
      </Link>
    </li>
  );
}
