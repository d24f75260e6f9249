import { SharedAccount, type SharedAccountRight } from "@atrium/contract/types/shared-account";
import { Group, Section } from "@atrium/settings-page";
import { Select } from "@atrium/ui";
import { useMemo, type ReactNode } from "react";
import { FindMember, type Candidate } from "../members/find-member.tsx";
import { MemberList } from "../members/member-list.tsx";
import { End } from "../one/end.tsx";
import { NameAndAliases } from "../one/name-and-aliases.tsx";
import { OneRecord, type Back, type Known } from "../one/one-record.tsx";
import { Restore } from "../one/restore.tsx";
import { AccountQuota } from "../quota/account-quota.tsx";
import { t } from "../strings/index.ts";

/** Who works in a shared account and with which rights. Each change holds at once and can be undone. */
export const OneSharedAccount = ({
  id,
  back,
}: {
  readonly id: string;
  readonly back: Back;
}): ReactNode => (
  <OneRecord type={SharedAccount} id={id} back={back}>
    {(known) => <Page {...known} />}
  </OneRecord>
);

function Page(known: Known<typeof SharedAccount>): ReactNode {
  const { record, back, change } = known;
  const { name, address, isRemoved, deletedAt } = record;
  return (
    <Section title={name} intro={address} back={back}>
      {isRemoved ? (
        <Restore
          label={t("restoreSharedAccount")}
          more={(words) => t("sharedRemovedMore", words)}
          deletedAt={deletedAt}
          message={t("sharedAccountRestored", { name })}
          change={change}
        />
      ) : (
        <Present {...known} />
      )}
    </Section>
  );
}

function Present({ account, record, change }: Known<typeof SharedAccount>): ReactNode {
  const { name, members } = record;
  const ids = useMemo(() => Object.keys(members), [members]);
  // One by one: somebody else may change the account meanwhile.
  const give = (one: Candidate, right: SharedAccountRight | null, message: string): void =>
    void change({ [`members/${one.id}`]: right }, message, {
      [`members/${one.id}`]: members[one.id] ?? null,
    });

  return (
    <>
      <NameAndAliases record={record} change={change} />
      <Group title={t("members")} intro={t("sharedMembersMore")}>
        <MemberList
          account={account}
          ids={ids}
          onTakeOut={(one) => give(one, null, t("memberRemoved", { name: one.name }))}
        >
          {(one) => (
            <Select
              hideLabel
              label={t("rightOf", { name: one.name })}
              value={members[one.id]!}
              onChange={(right) =>
                give(
                  one,
                  right,
                  t(right === "write" ? "nowWrites" : "nowReads", { name: one.name }),
                )
              }
              options={[
                { value: "read", label: t("mayRead"), hint: t("mayReadMore") },
                { value: "write", label: t("mayWrite"), hint: t("mayWriteMore") },
              ]}
            />
          )}
        </MemberList>
        <FindMember
          account={account}
          type="individual"
          members={new Set(ids)}
          onAdd={(one) => give(one, "write", t("memberAdded", { name: one.name }))}
        />
      </Group>
      <AccountQuota
        account={account}
        method="SharedAccount/storage"
        record={record}
        change={change}
      />
      <End
        isTyped
        name={name}
        question={t("removeNamed", { name })}
        label={t("endSharedAccount")}
        more={t("endSharedAccountMore")}
        onEnd={() =>
          void change({ isRemoved: true }, t("sharedAccountRemoved", { name }), {
            isRemoved: false,
          })
        }
      />
    </>
  );
}
