import type { SessionInfo } from "@atrium/contract/api/session";
import { follow, Link } from "@atrium/shell";
import { SuiteRail } from "@atrium/feature-suite/parts";
import {
  AppearanceIcon,
  DomainIcon,
  EmptyState,
  PageFrame,
  PeopleIcon,
  PersonIcon,
  SearchIcon,
  SecurityIcon,
  useTitle,
} from "@atrium/ui";
import type { ComponentType, ReactNode } from "react";
import { Appearance } from "./appearance/appearance.tsx";
import { Domains } from "./domains/domains.tsx";
import { People } from "./people/people.tsx";
import { Profile } from "./profile/profile.tsx";
import { Section } from "./section.tsx";
import { Security } from "./security/security.tsx";
import { t } from "./strings/index.ts";
import "./settings.css";

interface Page {
  readonly slug: "profile" | "appearance" | "security" | "people" | "domains";
  readonly icon: ReactNode;
  readonly screen: ComponentType<{ readonly session: SessionInfo }>;
}

const OWN: readonly Page[] = [
  { slug: "profile", icon: <PersonIcon />, screen: Profile },
  { slug: "appearance", icon: <AppearanceIcon />, screen: Appearance },
  { slug: "security", icon: <SecurityIcon />, screen: Security },
];

const ADMINISTRATION: readonly Page[] = [
  { slug: "people", icon: <PeopleIcon />, screen: People },
  { slug: "domains", icon: <DomainIcon />, screen: Domains },
];

/** `/setting…`: sections on the left, the chosen one beside them. Administration is for those who may. */
export function SettingsWindow({
  session,
  section,
}: {
  readonly session: SessionInfo;
  /** The second part of the path; empty is the first section, on a phone the list of them. */
  readonly section: string;
}): ReactNode {
  const administers = session.roles.includes("administrator");
  const administration = administers ? ADMINISTRATION : [];
  const page = [...OWN, ...ADMINISTRATION].find(({ slug }) => slug === (section || "profile"));
  const isRefused = page !== undefined && ADMINISTRATION.includes(page) && !administers;
  const nav = (
    <nav className="settings-nav" aria-label={t("sections")}>
      <Pages title={t("you")} pages={OWN} current={page} />
      {administration.length > 0 && (
        <Pages title={t("organisation")} pages={administration} current={page} />
      )}
    </nav>
  );
  const isIndex = section === "";
  return (
    <PageFrame
      title={t("title")}
      rail={<SuiteRail session={session} current="settings" />}
      sidebar={nav}
      {...(!isIndex && {
        back: { href: "/setting", label: t("sections"), onClick: follow("/setting") },
      })}
    >
      {isIndex && <div className="settings-index">{nav}</div>}
      <div className="settings-page" data-index={isIndex}>
        {isRefused && <NotYours page={page} />}
        {page && !isRefused && <page.screen session={session} />}
        {!page && <NoSuchSection />}
      </div>
    </PageFrame>
  );
}

function Pages({
  title,
  pages,
  current,
}: {
  readonly title: string;
  readonly pages: readonly Page[];
  readonly current: Page | undefined;
}): ReactNode {
  return (
    <>
      <h2>{title}</h2>
      <ul>
        {pages.map((page) => (
          <li key={page.slug}>
            <Link
              href={`/setting/${page.slug}`}
              aria-current={page === current ? "page" : undefined}
            >
              {page.icon}
              {t(page.slug)}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A person followed a link into the administration: the server would refuse everything there. */
function NotYours({ page }: { readonly page: Page }): ReactNode {
  return (
    <Section title={t(page.slug)}>
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
