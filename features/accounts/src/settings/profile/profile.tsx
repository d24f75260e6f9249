import type { SessionInfo } from "@atrium/contract/api/session";
import { useChoose } from "@atrium/feature-suite/parts";
import { LOCALE_NAMES, LOCALES, type Locale } from "@atrium/i18n";
import { usePreferences } from "@atrium/state";
import { Avatar, Select, Tag } from "@atrium/ui";
import type { ReactNode } from "react";
import { roleName } from "../roles.ts";
import { Section } from "@atrium/settings-page";
import { t } from "../strings/index.ts";
import "./profile.css";

/** `/setting/profile`: who the person is here. */
export function Profile({ session }: { readonly session: SessionInfo }): ReactNode {
  const isAdministrator = session.roles.includes("administrator");
  // That a user is a user says nothing.
  const roles = session.roles.filter((role) => role !== "member");
  return (
    <Section title={t("profile")} intro={t(isAdministrator ? "profileMoreOwn" : "profileMore")}>
      <div className="settings-person">
        <Avatar name={session.name} address={session.address} size={64} />
        <div>
          <strong>{session.name}</strong>
          <span>{session.organisation}</span>
        </div>
      </div>
      <dl className="settings-facts">
        <div>
          <dt>{t("address")}</dt>
          <dd>{session.address}</dd>
        </div>
        {roles.length > 0 && (
          <div>
            <dt>{t("roles")}</dt>
            <dd className="settings-tags">
              {roles.map((role) => (
                <Tag key={role}>{roleName(role)}</Tag>
              ))}
            </dd>
          </div>
        )}
      </dl>
      <Language />
    </Section>
  );
}

function Language(): ReactNode {
  const choose = useChoose();
  const chosen = usePreferences(({ locale }) => locale);
  /** Every text of the window changes, so it is loaded again. */
  async function chooseLanguage(locale: Locale | "system"): Promise<void> {
    await choose({ locale });
    location.reload();
  }
  return (
    <Select<Locale | "system">
      label={t("language")}
      value={LOCALES.find((known) => known === chosen) ?? "system"}
      onChange={(locale) => void chooseLanguage(locale)}
      options={[
        { value: "system", label: t("languageBrowser") },
        ...LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value] })),
      ]}
    />
  );
}
