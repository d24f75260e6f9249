import type { SessionInfo } from "@atrium/contract/api/session";
import { href } from "@atrium/contract/href";
import { follow } from "@atrium/shell";
import { SuiteWindow } from "@atrium/feature-suite/parts";
import { EmptyState, SearchIcon, SecurityIcon, useTitle } from "@atrium/ui";
import type { ReactNode } from "react";
import { administrationPages, ownPages, type Page } from "./pages.tsx";
import { ProofDialog } from "./proof/proof-dialog.tsx";
import { Section } from "./section.tsx";
import { SettingsNav } from "./settings-nav.tsx";
import { t } from "./strings/index.ts";
import "./settings.css";

/** `/setting…`: sections on the left, the chosen one beside them. Administration is for those who may. */
export function SettingsWindow({
  session,
  path,
}: {
  readonly session: SessionInfo;
  /** What follows `/setting`: the section and what it shows. Empty is the first section, on a phone the list of them. */
  readonly path: readonly string[];
}): ReactNode {
  const [section = "", ...rest] = path;
  const administers = session.roles.includes("administrator");
  const [own, administration] = [ownPages(), administrationPages()];
  const page = [...own, ...administration].find(({ slug }) => slug === (section || "profile"));
  const isRefused = page !== undefined && administration.includes(page) && !administers;
  const nav = (
    <SettingsNav own={own} administration={administers ? administration : []} current={page} />
  );
  const isIndex = section === "";
  // From one of several things to all of them, from there to the sections.
  const above = rest.length > 0 ? href("/setting/:section", { section }) : href("/setting");
  const back = (rest.length > 0 && page?.title) || t("sections");
  return (
    <SuiteWindow
      session={session}
      current="settings"
      page={{
        title: t("title"),
        sidebar: nav,
        ...(!isIndex && { back: { href: above, label: back, onClick: follow(above) } }),
      }}
    >
      {isIndex && <div className="settings-index">{nav}</div>}
      <div className="settings-page" data-index={isIndex}>
        {isRefused && <NotYours page={page} />}
        {page && !isRefused && <page.screen session={session} path={rest} />}
        {!page && <NoSuchSection />}
      </div>
      <ProofDialog address={session.address} />
    </SuiteWindow>
  );
}

/** A person followed a link into the administration: the server would refuse everything there. */
function NotYours({ page }: { readonly page: Page }): ReactNode {
  return (
    <Section title={page.title}>
      <EmptyState icon={<SecurityIcon />} title={t("notYours")}>
        {t("notYoursMore")}
      </EmptyState>
    </Section>
  );
}

function NoSuchSection(): ReactNode {
  useTitle(t("noSuchSection"), t("title"));
  return (
    <EmptyState icon={<SearchIcon />} title={t("noSuchSection")}>
      {t("noSuchSectionMore")}
    </EmptyState>
  );
}
