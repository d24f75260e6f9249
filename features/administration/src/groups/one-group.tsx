import { Group as GroupType, type GroupRecord } from "@atrium/contract/types/group";
import type { PatchObject } from "@atrium/contract/types/wire";
import { useClient } from "@atrium/feature-suite/parts";
import { setNow, useRecord, type Account } from "@atrium/jmap";
import { Group, Section, sentenceOf, useAct } from "@atrium/settings-page";
import { navigate } from "@atrium/shell";
import { Avatar, Button, CloseIcon, Confirm, IconButton, Skeleton, TextField } from "@atrium/ui";
import { useMemo, useState, type FormEvent, type ReactNode } from "react";
import { NameField } from "../fields.tsx";
import { FindMember, type Candidate } from "../members/find-member.tsx";
import { useMembers } from "../members/use-members.ts";
import { t } from "../strings/index.ts";

const WHOLE = { properties: Object.keys(GroupType.properties) };
/** Members that are shown at once, and with each press of the button. */
const SHOWN = 50;
const MORE = 200;

/** What a group is called and who is in it. Each change holds at once and can be undone. */
export function OneGroup({
  account,
  id,
  home,
}: {
  readonly account: Account;
  readonly id: string;
  readonly home: string;
}): ReactNode {
  const group = useRecord(account, GroupType, id, WHOLE);
  const back = { href: home, label: t("groups") };
  // The list has less of each.
  if (!group || !account.has(GroupType, id, WHOLE))
    return (
      <Section title={t("groups")} back={back}>
        {group === null ? <p role="status">{sentenceOf("notFound")}</p> : <Skeleton width="50%" />}
      </Section>
    );
  return <Known account={account} group={group} back={back} />;
}

function Known({
  account,
  group,
  back,
}: {
  readonly account: Account;
  readonly group: GroupRecord;
  readonly back: { readonly href: string; readonly label: string };
}): ReactNode {
  const client = useClient();
  const act = useAct();
  const [isRemoving, setRemoving] = useState(false);
  const { id, name } = group;
  const members = useMemo(() => Object.keys(group.members), [group.members]);

  const change = (patch: PatchObject, message: string, before?: PatchObject): Promise<boolean> =>
    act(
      () => setNow(client, account, GroupType, { update: { [id]: patch } }),
      message,
      before && (() => void change(before, t("undone"))),
    );
  // One by one: somebody else may change the group meanwhile.
  const add = (one: Candidate): void =>
    void change({ [`members/${one.id}`]: true }, t("memberAdded", { name: one.name }), {
      [`members/${one.id}`]: null,
    });
  const takeOut = (one: Candidate): void =>
    void change({ [`members/${one.id}`]: null }, t("memberRemoved", { name: one.name }), {
      [`members/${one.id}`]: true,
    });

  async function remove(): Promise<void> {
    setRemoving(false);
    const isDone = await act(
      () => setNow(client, account, GroupType, { destroy: [id] }),
      t("groupRemoved", { name }),
    );
    if (isDone) navigate(back.href, { replace: true });
  }

  return (
    <Section title={name} back={back}>
      <NameAndAddress key={`${name} ${group.address}`} group={group} onChange={change} />
      <Group title={t("members")} intro={t("groupMembersMore")}>
        <Members account={account} ids={members} onTakeOut={takeOut} />
        <FindMember account={account} members={new Set([id, ...members])} onAdd={add} />
      </Group>
      <Group title={t("endGroup")} intro={t("endGroupMore")}>
        <Button onClick={() => setRemoving(true)}>{t("endGroup")}</Button>
      </Group>
      <Confirm
        open={isRemoving}
        danger
        title={t("endNamed", { name })}
        confirmLabel={t("endGroup")}
        onClose={() => setRemoving(false)}
        onConfirm={() => void remove()}
      >
        <p>{t("endGroupMore")}</p>
      </Confirm>
    </Section>
  );
}

function NameAndAddress({
  group,
  onChange,
}: {
  readonly group: GroupRecord;
  readonly onChange: (patch: PatchObject, message: string, before: PatchObject) => Promise<boolean>;
}): ReactNode {
  const [name, setName] = useState(group.name);
  const [address, setAddress] = useState(group.address ?? "");
  const isChanged = name.trim() !== group.name || address.trim() !== (group.address ?? "");
  function save(event: FormEvent): void {
    event.preventDefault();
    const { name: oldName, address: oldAddress } = group;
    void onChange({ name: name.trim(), address: address.trim() || null }, t("saved"), {
      name: oldName,
      address: oldAddress,
    });
  }
  return (
    <form className="settings-form" onSubmit={save}>
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
  const [shown, setShown] = useState(SHOWN);
  const first = useMemo(() => ids.slice(0, shown), [ids, shown]);
  const members = useMembers(account, first);
  if (members.length === 0) return <p className="settings-none">{t("noMembers")}</p>;
  const more = ids.length - first.length;
  return (
    <>
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
      {more > 0 && (
        <Button onClick={() => setShown(shown + MORE)}>{t("moreMembers", { count: more })}</Button>
      )}
    </>
  );
}
