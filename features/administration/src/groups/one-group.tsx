import type { AdminGroup, ChangeGroup } from "@atrium/contract/api/admin";
import { api } from "@atrium/contract/api/index";
import { navigate, rest } from "@atrium/shell";
import { Avatar, Button, CloseIcon, Confirm, IconButton, TextField } from "@atrium/ui";
import { useState, type FormEvent, type ReactNode } from "react";
import type { Account } from "@atrium/jmap";
import { Group, Section, sentenceOf, useAct } from "@atrium/settings-page";
import { NameField } from "../fields.tsx";
import { FindMember, type Candidate } from "../members/find-member.tsx";
import { WithOrganisation } from "../account.tsx";
import { useMembers } from "../members/use-members.ts";
import { t } from "../strings/index.ts";

/** What a group is called and who is in it. Each change holds at once and can be undone. */
export function OneGroup({
  group,
  home,
  reload,
}: {
  readonly group: AdminGroup | undefined;
  readonly home: string;
  readonly reload: () => Promise<void>;
}): ReactNode {
  const act = useAct(reload);
  const [isRemoving, setRemoving] = useState(false);
  const [name, setName] = useState(group?.name ?? "");
  const [address, setAddress] = useState(group?.address ?? "");
  const back = { href: home, label: t("groups") };
  if (group === undefined)
    return (
      <Section title={t("groups")} back={back}>
        <p role="status">{sentenceOf("notFound")}</p>
      </Section>
    );
  const { id, members } = group;

  const change = (body: ChangeGroup, message: string, before: ChangeGroup): Promise<boolean> =>
    act(
      () => rest(api.admin.groups.change, { params: { id }, body }),
      message,
      () => void undo(before),
    );
  async function undo(body: ChangeGroup): Promise<void> {
    if (body.name !== undefined) setName(body.name);
    if (body.address !== undefined) setAddress(body.address ?? "");
    await act(() => rest(api.admin.groups.change, { params: { id }, body }), t("undone"));
  }
  const add = (one: Candidate): void =>
    void change({ members: [...members, one.id] }, t("memberAdded", { name: one.name }), {
      members,
    });
  const takeOut = (one: Candidate): void =>
    void change(
      { members: members.filter((member) => member !== one.id) },
      t("memberRemoved", { name: one.name }),
      { members },
    );

  async function remove(): Promise<void> {
    setRemoving(false);
    const isDone = await act(
      () => rest(api.admin.groups.remove, { params: { id } }),
      t("groupRemoved", { name: group!.name }),
    );
    if (isDone) navigate(home, { replace: true });
  }

  function rename(event: FormEvent): void {
    event.preventDefault();
    void change({ name: name.trim(), address: address.trim() || null }, t("saved"), {
      name: group!.name,
      address: group!.address,
    });
  }

  const isChanged = name.trim() !== group.name || address.trim() !== (group.address ?? "");
  return (
    <Section title={group.name} back={back}>
      <form className="settings-form" onSubmit={rename}>
        <NameField value={name} onChange={setName} />
        <TextField
          label={t("address")}
          hint={t("groupAddressHint")}
          autoComplete="off"
          spellCheck={false}
          value={address}
          onChange={(event) => setAddress(event.target.value)}
        />
        <Button variant="primary" type="submit" disabled={!isChanged}>
          {t("save")}
        </Button>
      </form>
      <Group title={t("members")} intro={t("groupMembersMore")}>
        {members.length === 0 && <p className="settings-none">{t("noMembers")}</p>}
        <WithOrganisation>
          {(account) => (
            <>
              <Members account={account} ids={members} onTakeOut={takeOut} />
              <FindMember account={account} members={new Set([id, ...members])} onAdd={add} />
            </>
          )}
        </WithOrganisation>
      </Group>
      <Group title={t("endGroup")} intro={t("endGroupMore")}>
        <Button onClick={() => setRemoving(true)}>{t("endGroup")}</Button>
      </Group>
      <Confirm
        open={isRemoving}
        danger
        title={t("endNamed", { name: group.name })}
        confirmLabel={t("endGroup")}
        onClose={() => setRemoving(false)}
        onConfirm={() => void remove()}
      >
        <p>{t("endGroupMore")}</p>
      </Confirm>
    </Section>
  );
}

function Members({
  account,
  ids,
  onTakeOut,
}: {
  readonly account: Account;
  readonly ids: readonly string[];
  readonly onTakeOut: (member: Candidate) => void;
}): ReactNode {
  const members = useMembers(account, ids);
  if (members.length === 0) return null;
  return (
    <ul className="settings-list">
      {members.map((one) => (
        <li className="settings-row" key={one.id}>
          <Avatar name={one.name} address={one.address} size={32} />
          <div className="settings-row-words">
            <strong>{one.name}</strong>
            <span>{one.address}</span>
          </div>
          <IconButton
            label={t("takeOut", { name: one.name })}
            icon={<CloseIcon />}
            onClick={() => onTakeOut(one)}
          />
        </li>
      ))}
    </ul>
  );
}
