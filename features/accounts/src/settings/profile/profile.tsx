import type { SessionInfo } from "@atrium/contract/api/session";
import { Avatar, Tag } from "@atrium/ui";
import type { ReactNode } from "react";
import { roleName } from "../roles.ts";
import { Section } from "@atrium/settings-page";
import { t } from "../strings/index.ts";
import "./profile.css";

/** `/setting/profile`: who the person is here. */
export function Profile({ session }: { readonly session: SessionInfo }): ReactNode {
  const isAdministrator = session.roles.includes("administrator");
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
        <div>
          <dt>{t("roles")}</dt>
          <dd className="settings-tags">
            {session.roles.map((role) => (
              <Tag key={role}>{roleName(role)}</Tag>
            ))}
          </dd>
        </div>
      </dl>
    </Section>
  );
}
