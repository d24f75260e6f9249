import { api } from "@atrium/contract/api/index";
import type { AdminPerson } from "@atrium/contract/api/admin";
import type { Role, SessionInfo } from "@atrium/contract/api/session";
import { rest } from "@atrium/shell";
import {
  AddPersonIcon,
  Avatar,
  Button,
  Confirm,
  MenuButton,
  MoreIcon,
  SearchField,
  Tag,
} from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { Answered, Section, useAct, useAnswer } from "@atrium/settings-page";
import { roleName } from "@atrium/feature-accounts/parts";
import { t } from "../strings/index.ts";
import { AddPersonDialog } from "./add-person.tsx";
import { SetPasswordDialog } from "./set-password.tsx";

/** `/setting/people`, for administrators. */
export function People({ session }: { readonly session: SessionInfo }): ReactNode {
  const { answer, reload } = useAnswer(api.admin.people.list);
  const act = useAct(reload);
  const [query, setQuery] = useState("");
  const [adding, setAdding] = useState(false);
  const [resetting, setResetting] = useState<AdminPerson>();
  const [passwordFor, setPasswordFor] = useState<AdminPerson>();

  function setDisabled(person: AdminPerson, disabled: boolean): void {
    const { id, name } = person;
    void act(
      () => rest(disabled ? api.admin.people.disable : api.admin.people.enable, { params: { id } }),
      t(disabled ? "personDisabled" : "personEnabled", { name }),
      () => setDisabled(person, !disabled),
    );
  }

  function setAdministrator(person: AdminPerson, administers: boolean): void {
    const others = person.roles.filter((role) => role !== "administrator");
    const roles: readonly Role[] = administers ? [...others, "administrator"] : others;
    void act(
      () => rest(api.admin.people.change, { params: { id: person.id }, body: { roles } }),
      t("roleChanged", { name: person.name }),
      () => setAdministrator(person, !administers),
    );
  }

  function endSessions({ id, name }: AdminPerson): void {
    void act(
      () => rest(api.admin.people.endSessions, { params: { id } }),
      t("personSignedOut", { name }),
    );
  }

  function resetSecondFactor({ id, name }: AdminPerson): void {
    setResetting(undefined);
    void act(
      () => rest(api.admin.people.resetSecondFactor, { params: { id } }),
      t("secondFactorReset", { name }),
    );
  }

  return (
    <Section
      title={t("people")}
      intro={t("peopleMore")}
      action={
        <Button variant="primary" icon={<AddPersonIcon />} onClick={() => setAdding(true)}>
          {t("addPerson")}
        </Button>
      }
    >
      <SearchField
        label={t("filterPeople")}
        placeholder={t("filterPeople")}
        value={query}
        onValue={setQuery}
      />
      <Answered answer={answer} onRetry={() => void reload()}>
        {(people) => {
          const shown = people.filter((person) => isCalled(person, query));
          if (shown.length === 0) return <p role="status">{t("nobodyFound", { query })}</p>;
          return (
            <ul className="settings-list">
              {shown.map((person) => {
                const administers = person.roles.includes("administrator");
                return (
                  <Row key={person.id} person={person}>
                    {person.id !== session.personId && (
                      <MenuButton
                        label={t("actsOn", { name: person.name })}
                        icon={<MoreIcon />}
                        align="end"
                        items={[
                          {
                            id: "password",
                            label: t("setPassword"),
                            onAct: () => setPasswordFor(person),
                          },
                          {
                            id: "role",
                            label: t(administers ? "takeAdministrator" : "makeAdministrator"),
                            onAct: () => setAdministrator(person, !administers),
                          },
                          {
                            id: "sessions",
                            label: t("signOutEverywhere"),
                            onAct: () => endSessions(person),
                          },
                          ...(person.secondFactor || person.passkeys > 0
                            ? [
                                {
                                  id: "second-factor",
                                  label: t("resetSecondFactor"),
                                  onAct: () => setResetting(person),
                                },
                              ]
                            : []),
                          { separator: true },
                          {
                            id: "disable",
                            label: t(person.disabled ? "enable" : "disable"),
                            danger: !person.disabled,
                            onAct: () => setDisabled(person, !person.disabled),
                          },
                        ]}
                      />
                    )}
                  </Row>
                );
              })}
            </ul>
          );
        }}
      </Answered>
      {adding && (
        <AddPersonDialog
          domain={session.address.slice(session.address.lastIndexOf("@"))}
          onClose={() => setAdding(false)}
          onAdded={() => void reload()}
        />
      )}
      <Confirm
        open={resetting !== undefined}
        danger
        title={t("resetSecondFactorTitle", { name: resetting?.name ?? "" })}
        confirmLabel={t("reset")}
        onClose={() => setResetting(undefined)}
        onConfirm={() => resetting && resetSecondFactor(resetting)}
      >
        <p>{t("resetSecondFactorMore", { name: resetting?.name ?? "" })}</p>
      </Confirm>
      {passwordFor && (
        <SetPasswordDialog person={passwordFor} onClose={() => setPasswordFor(undefined)} />
      )}
    </Section>
  );
}

function isCalled({ name, address }: AdminPerson, query: string): boolean {
  const text = `${name} ${address}`.normalize("NFKC").toLowerCase();
  return text.includes(query.trim().normalize("NFKC").toLowerCase());
}

function Row({
  person,
  children,
}: {
  readonly person: AdminPerson;
  readonly children: ReactNode;
}): ReactNode {
  const roles = person.roles.filter((role) => role !== "member");
  return (
    <li className="settings-row" data-disabled={person.disabled}>
      <Avatar name={person.name} address={person.address} size={32} />
      <div className="settings-row-words">
        <strong>{person.name}</strong>
        <span>{person.address}</span>
      </div>
      {person.disabled && <Tag tone="warning">{t("disabled")}</Tag>}
      {roles.map((role) => (
        <Tag key={role}>{roleName(role)}</Tag>
      ))}
      {children}
    </li>
  );
}
