import { OFFERED_ROLES, type Role } from "@atrium/contract/api/session";
import { Person, type PersonRecord } from "@atrium/contract/types/person";
import { useClient } from "@atrium/feature-suite/parts";
import { roleName } from "@atrium/feature-accounts/parts";
import { formatDate } from "@atrium/i18n";
import { memberPath, type Account } from "@atrium/jmap";
import { Group, Section, useAct } from "@atrium/settings-page";
import { Button, Confirm, Switch } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { NameAndAliases } from "../one/name-and-aliases.tsx";
import { OneRecord, type Back, type Change } from "../one/one-record.tsx";
import { Restore } from "../one/restore.tsx";
import { AccountQuota } from "../quota/account-quota.tsx";
import { t } from "../strings/index.ts";
import { Invite } from "./invite.tsx";
import { RemovePerson } from "./remove-person.tsx";
import { RoleTags } from "./role-tags.tsx";
import { SetPasswordDialog } from "./set-password.tsx";

/** One person: name and addresses, what they may, and how they get in. Each change holds at once. */
export const OnePerson = ({
  id,
  isSelf,
  back,
}: {
  readonly id: string;
  /** Their own way in is theirs to change, in the security settings. */
  readonly isSelf: boolean;
  readonly back: Back;
}): ReactNode => (
  <OneRecord type={Person} id={id} back={back}>
    {({ account, record, change }) => (
      <Section
        title={record.name}
        intro={record.address}
        back={back}
        action={<RoleTags person={record} />}
      >
        {record.isRemoved ? (
          <Restore
            label={t("restorePerson")}
            more={(words) => t("removedMore", words)}
            deletedAt={record.deletedAt}
            message={t("personRestored", { name: record.name })}
            change={change}
          />
        ) : (
          <>
            <NameAndAliases record={record} change={change} />
            <AccountQuota
              account={account}
              method="Person/storage"
              record={record}
              change={change}
            />
            {!isSelf && (
              <>
                <Roles person={record} change={change} />
                <WaysIn account={account} person={record} />
                <Access person={record} change={change} />
                <RemovePerson account={account} person={record} change={change} />
              </>
            )}
          </>
        )}
      </Section>
    )}
  </OneRecord>
);

/** Each is given and taken separately; everyone is a member. */
const GIVEN = {
  administrator: "administratorMay",
  "security-officer": "securityOfficerMay",
  auditor: "auditorMay",
  "help-editor": "helpEditorMay",
} as const satisfies Partial<Record<Role, string>>;

const Roles = ({
  person: { name, roles },
  change,
}: {
  readonly person: PersonRecord;
  readonly change: Change;
}): ReactNode => (
  <Group title={t("roles")}>
    {Object.entries(GIVEN).map(([key, may]) => {
      const role = key as keyof typeof GIVEN;
      const isGiven = roles[role] === true;
      // One that opens nothing yet can still be taken from who has it.
      if (!isGiven && !OFFERED_ROLES.some((offered) => offered === role)) return null;
      const path = memberPath("roles", role);
      return (
        <Switch
          key={role}
          label={roleName(role)}
          hint={t(may)}
          checked={isGiven}
          onChange={(give) =>
            void change({ [path]: give || null }, t("roleChanged", { name }), {
              [path]: isGiven || null,
            })
          }
        />
      );
    })}
  </Group>
);

/** How the person gets in, and what helps who cannot. */
function WaysIn({
  account,
  person,
}: {
  readonly account: Account;
  readonly person: PersonRecord;
}): ReactNode {
  const client = useClient();
  const act = useAct();
  const [asks, setAsks] = useState<"password" | "reset">();
  const { id, name, hasSecondFactor, passkeyCount, invitedUntil } = person;
  const call = (
    method: "Person/endSessions" | "Person/resetSecondFactor",
    message: string,
  ): Promise<boolean> =>
    act(async () => {
      await client.call(method, { accountId: account.id, id });
      account.sync().catch(() => undefined);
    }, message);
  const close = (): void => setAsks(undefined);
  return (
    <Group
      title={t("waysIn")}
      intro={[
        t(hasSecondFactor ? "hasSecondFactor" : "hasNoSecondFactor"),
        t("passkeyCount", { count: passkeyCount }),
        ...(invitedUntil === null ? [] : [t("invitedUntil", { date: formatDate(invitedUntil) })]),
      ].join(" ")}
    >
      <div className="settings-acts">
        <Invite account={account} person={person} />
        <Button onClick={() => setAsks("password")}>{t("setPassword")}</Button>
        <Button onClick={() => void call("Person/endSessions", t("personSignedOut", { name }))}>
          {t("signOutEverywhere")}
        </Button>
        {(hasSecondFactor || passkeyCount > 0) && (
          <Button onClick={() => setAsks("reset")}>{t("resetSecondFactor")}</Button>
        )}
      </div>
      <Confirm
        open={asks === "reset"}
        danger
        title={t("resetSecondFactorTitle", { name })}
        confirmLabel={t("reset")}
        onClose={close}
        onConfirm={() => {
          close();
          void call("Person/resetSecondFactor", t("secondFactorReset", { name }));
        }}
      >
        <p>{t("resetSecondFactorMore", { name })}</p>
      </Confirm>
      {asks === "password" && (
        <SetPasswordDialog account={account} person={person} onClose={close} />
      )}
    </Group>
  );
}

function Access({
  person: { name, isDisabled },
  change,
}: {
  readonly person: PersonRecord;
  readonly change: Change;
}): ReactNode {
  return (
    <Group title={t(isDisabled ? "enable" : "disable")} intro={t("disableMore")}>
      <Button
        onClick={() =>
          void change(
            { isDisabled: !isDisabled },
            t(isDisabled ? "personEnabled" : "personDisabled", { name }),
            { isDisabled },
          )
        }
      >
        {t(isDisabled ? "enable" : "disable")}
      </Button>
    </Group>
  );
}
