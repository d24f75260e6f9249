import { Group as GroupType } from "@atrium/contract/types/group";
import { Group, Section } from "@atrium/settings-page";
import { useMemo, type ReactNode } from "react";
import { FindMember, type Candidate } from "../members/find-member.tsx";
import { MemberList } from "../members/member-list.tsx";
import { End } from "../one/end.tsx";
import { NameAndAddress } from "../one/name-and-address.tsx";
import { OneRecord, type Back, type Known } from "../one/one-record.tsx";
import { t } from "../strings/index.ts";

/** What a group is called and who is in it. Each change holds at once and can be undone. */
export const OneGroup = ({ id, back }: { readonly id: string; readonly back: Back }): ReactNode => (
  <OneRecord type={GroupType} id={id} back={back}>
    {(known) => <Page {...known} />}
  </OneRecord>
);

function Page({ account, record, back, change, remove }: Known<typeof GroupType>): ReactNode {
  const { id, name, address } = record;
  const members = useMemo(() => Object.keys(record.members), [record.members]);
  // One by one: somebody else may change the group meanwhile.
  const add = (one: Candidate): void =>
    void change({ [`members/${one.id}`]: true }, t("memberAdded", { name: one.name }), {
      [`members/${one.id}`]: null,
    });
  const takeOut = (one: Candidate): void =>
    void change({ [`members/${one.id}`]: null }, t("memberRemoved", { name: one.name }), {
      [`members/${one.id}`]: true,
    });

  return (
    <Section title={name} back={back}>
      <NameAndAddress
        name={name}
        label={t("address")}
        hint={t("groupAddressHint")}
        address={address ?? ""}
        onSave={(newName, typed) =>
          void change({ name: newName, address: typed || null }, t("saved"), { name, address })
        }
      />
      <Group title={t("members")} intro={t("groupMembersMore")}>
        <MemberList account={account} ids={members} onTakeOut={takeOut} />
        <FindMember account={account} members={new Set([id, ...members])} onAdd={add} />
      </Group>
      <End
        name={name}
        question={t("endNamed", { name })}
        label={t("endGroup")}
        more={t("endGroupMore")}
        onEnd={() => void remove(t("groupRemoved", { name }))}
      />
    </Section>
  );
}
