import type { AdminSharedAccount, SharedGrant } from "@atrium/contract/api/admin";
import { api } from "@atrium/contract/api/index";
import { navigate, rest } from "@atrium/shell";
import { Avatar, Button, CloseIcon, Confirm, IconButton, Select } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { Group, Section, sentenceOf, useAct } from "@atrium/settings-page";
import { FindMember } from "../members/find-member.tsx";
import { WithOrganisation } from "../account.tsx";
import { t } from "../strings/index.ts";

type Member = AdminSharedAccount["members"][number];

/** Who works in a shared account and with which rights. Each change holds at once and can be undone. */
export function SharedAccount({
  account,
  home,
  reload,
}: {
  readonly account: AdminSharedAccount | undefined;
  readonly home: string;
  readonly reload: () => Promise<void>;
}): ReactNode {
  const act = useAct(reload);
  const [isRemoving, setRemoving] = useState(false);
  const back = { href: home, label: t("sharedAccounts") };
  if (account === undefined)
    return (
      <Section title={t("sharedAccounts")} back={back}>
        <p role="status">{sentenceOf("notFound")}</p>
      </Section>
    );
  const { id, name, address, members } = account;
  const grant = ({ personId, mayWrite }: SharedGrant): Promise<unknown> =>
    rest(api.admin.sharedAccounts.grant, { params: { id }, body: { personId, mayWrite } });
  const revoke = (personId: string): Promise<unknown> =>
    rest(api.admin.sharedAccounts.revoke, { params: { id, personId } });

  const changeRight = (member: Member, mayWrite: boolean): void =>
    void act(
      () => grant({ ...member, mayWrite }),
      t(mayWrite ? "nowWrites" : "nowReads", { name: member.name }),
      () => changeRight(member, !mayWrite),
    );
  const letIn = (member: Member): void =>
    void act(
      () => grant(member),
      t("memberAdded", { name: member.name }),
      () => takeOut(member),
    );
  const takeOut = (member: Member): void =>
    void act(
      () => revoke(member.personId),
      t("memberRemoved", { name: member.name }),
      () => letIn(member),
    );

  async function remove(): Promise<void> {
    setRemoving(false);
    const isDone = await act(
      () => rest(api.admin.sharedAccounts.remove, { params: { id } }),
      t("sharedAccountRemoved", { name }),
    );
    if (isDone) navigate(home, { replace: true });
  }

  return (
    <Section title={name} intro={address} back={back}>
      <Group title={t("members")} intro={t("sharedMembersMore")}>
        {members.length === 0 && <p className="settings-none">{t("noMembers")}</p>}
        {members.length > 0 && (
          <ul className="settings-list">
            {members.map((member) => (
              <li className="settings-row" key={member.personId}>
                <Avatar name={member.name} address={member.address} size={32} />
                <div className="settings-row-words">
                  <strong>{member.name}</strong>
                  <span>{member.address}</span>
                </div>
                <div className="settings-row-acts">
                  <Select
                    hideLabel
                    label={t("rightOf", { name: member.name })}
                    value={member.mayWrite ? "write" : "read"}
                    onChange={(right) => changeRight(member, right === "write")}
                    options={[
                      { value: "read", label: t("mayRead"), hint: t("mayReadMore") },
                      { value: "write", label: t("mayWrite"), hint: t("mayWriteMore") },
                    ]}
                  />
                  <IconButton
                    label={t("takeOut", { name: member.name })}
                    icon={<CloseIcon />}
                    onClick={() => takeOut(member)}
                  />
                </div>
              </li>
            ))}
          </ul>
        )}
        <WithOrganisation>
          {(organisation) => (
            <FindMember
              account={organisation}
              type="individual"
              members={new Set(members.map(({ personId }) => personId))}
              onAdd={(one) => letIn({ ...one, personId: one.id, mayWrite: true })}
            />
          )}
        </WithOrganisation>
      </Group>
      <Group title={t("endSharedAccount")} intro={t("endSharedAccountMore")}>
        <Button onClick={() => setRemoving(true)}>{t("endSharedAccount")}</Button>
      </Group>
      <Confirm
        open={isRemoving}
        danger
        title={t("endNamed", { name })}
        confirmLabel={t("endSharedAccount")}
        typeToConfirm={name}
        onClose={() => setRemoving(false)}
        onConfirm={() => void remove()}
      >
        <p>{t("endSharedAccountMore")}</p>
      </Confirm>
    </Section>
  );
}
