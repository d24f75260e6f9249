import type { Role } from "@atrium/contract/api/session";
import { Person, type PersonRecord } from "@atrium/contract/types/person";
import type { PatchObject } from "@atrium/contract/types/wire";
import { useClient } from "@atrium/feature-suite/parts";
import { setNow, useRecord, type Account } from "@atrium/jmap";
import { Group, Section, sentenceOf, useAct } from "@atrium/settings-page";
import { Button, Confirm, Skeleton, TextField } from "@atrium/ui";
import { useState, type FormEvent, type ReactNode } from "react";
import { NameField } from "../fields.tsx";
import { t } from "../strings/index.ts";
import { RoleTags } from "./role-tags.tsx";
import { SetPasswordDialog } from "./set-password.tsx";

const WHOLE = { properties: Object.keys(Person.properties) };

/** One person: name and addresses, what they may, and how they get in. Each change holds at once. */
export function OnePerson({
  account,
  id,
  isSelf,
  home,
}: {
  readonly account: Account;
  readonly id: string;
  /** Their own way in is theirs to change, in the security settings. */
  readonly isSelf: boolean;
  readonly home: string;
}): ReactNode {
  const person = useRecord(account, Person, id, WHOLE);
  const back = { href: home, label: t("people") };
  // The list has less of each.
  if (!person || !account.has(Person, id, WHOLE))
    return (
      <Section title={t("people")} back={back}>
        {person === null ? <p role="status">{sentenceOf("notFound")}</p> : <Skeleton width="50%" />}
      </Section>
    );
  return <Known account={account} person={person} isSelf={isSelf} back={back} />;
}

function Known({
  account,
  person,
  isSelf,
  back,
}: {
  readonly account: Account;
  readonly person: PersonRecord;
  readonly isSelf: boolean;
  readonly back: { readonly href: string; readonly label: string };
}): ReactNode {
  const client = useClient();
  const act = useAct();
  const { id, name } = person;
  const change = (patch: PatchObject, message: string, before?: PatchObject): Promise<boolean> =>
    act(
      () => setNow(client, account, Person, { update: { [id]: patch } }),
      message,
      before && (() => void change(before, t("undone"))),
    );
  return (
    <Section title={name} intro={person.address} back={back} action={<RoleTags person={person} />}>
      <NameAndAliases
        key={`${person.name} ${person.aliases.join()}`}
        person={person}
        onChange={change}
      />
      {!isSelf && (
        <>
          <Roles person={person} onChange={change} />
          <WaysIn account={account} person={person} />
          <Access person={person} onChange={change} />
        </>
      )}
    </Section>
  );
}

type OnChange = (patch: PatchObject, message: string, before?: PatchObject) => Promise<boolean>;

function NameAndAliases({
  person,
  onChange,
}: {
  readonly person: PersonRecord;
  readonly onChange: OnChange;
}): ReactNode {
  const [name, setName] = useState(person.name);
  const [text, setText] = useState(person.aliases.join(", "));
  const aliases = text.split(/[\s,;]+/).filter((alias) => alias !== "");
  const isChanged = name.trim() !== person.name || aliases.join() !== person.aliases.join();
  function save(event: FormEvent): void {
    event.preventDefault();
    void onChange({ name: name.trim(), aliases }, t("saved"), {
      name: person.name,
      aliases: person.aliases,
    });
  }
  return (
    <form className="settings-form" onSubmit={save}>
      <NameField value={name} onChange={setName} />
      <TextField
        label={t("aliases")}
        hint={t("aliasesHint")}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button variant="primary" type="submit" disabled={!isChanged}>
        {t("save")}
      </Button>
    </form>
  );
}

function Roles({
  person: { name, roles },
  onChange,
}: {
  readonly person: PersonRecord;
  readonly onChange: OnChange;
}): ReactNode {
  const administers = roles.includes("administrator");
  const others = roles.filter((role) => role !== "administrator");
  const next: readonly Role[] = administers ? [...others, "administrator"] : others;
  const changed: readonly Role[] = administers ? others : [...others, "administrator"];
  return (
    <Group title={t("administration")} intro={t("administrationMore")}>
      <Button
        onClick={() =>
          void onChange({ roles: changed }, t("roleChanged", { name }), { roles: next })
        }
      >
        {t(administers ? "takeAdministrator" : "makeAdministrator")}
      </Button>
    </Group>
  );
}

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
  const { id, name, hasSecondFactor, passkeyCount } = person;
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
      ].join(" ")}
    >
      <div className="settings-row-acts">
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
  onChange,
}: {
  readonly person: PersonRecord;
  readonly onChange: OnChange;
}): ReactNode {
  return (
    <Group title={t(isDisabled ? "enable" : "disable")} intro={t("disableMore")}>
      <Button
        onClick={() =>
          void onChange(
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
