import type { SessionInfo } from "@atrium/contract/api/session";
import { href } from "@atrium/contract/href";
import { follow } from "@atrium/shell";
import { SuiteWindow } from "@atrium/feature-suite/parts";
import { EmptyState, SearchIcon, SecurityIcon, useTitle } from "@atrium/ui";
import type { ReactNode } from "react";
import { ProofDialog, Section, sectionsFor, type SettingsPage } from "@atrium/settings-page";
import { SettingsNav } from "./settings-nav.tsx";
import { t } from "./strings/index.ts";
import "./settings-window.css";

/** `/setting…`: sections on the left, the chosen one beside them. Administration is for those who may. */
export function SettingsWindow({
  session,
  path,
  pages,
}: {
  readonly session: SessionInfo;
  /** What follows `/setting`: the section and what it shows. Empty is the first section, on a phone the list of them. */
  readonly path: readonly string[];
  /** What the features bring, from the top; those of a role that the person has not are named, but not shown. */
  readonly pages: readonly SettingsPage[];
}): ReactNode {
  const [section = "", ...rest] = path;
  const theirs = sectionsFor(session.roles, pages);
  const page = section ? pages.find(({ slug }) => slug === section) : theirs[0];
  const isRefused = page !== undefined && !theirs.includes(page);
  const nav = <SettingsNav pages={theirs} current={page} />;
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
function NotYours({ page }: { readonly page: SettingsPage }): ReactNode {
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
