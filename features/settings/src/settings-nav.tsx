import { href } from "@atrium/contract/href";
import type { SettingsPage } from "@atrium/settings-page";
import { Link } from "@atrium/shell";
import { announce, SearchField } from "@atrium/ui";
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { bringIntoSight } from "./bring-into-sight.ts";
import { findSettings } from "./find/find-settings.ts";
import { t } from "./strings/index.ts";
import "./settings-nav.css";

/** The sections, and a box that finds one by what stands in it. */
export function SettingsNav({
  pages,
  current,
}: {
  /** Those that the person has. */
  readonly pages: readonly SettingsPage[];
  readonly current: SettingsPage | undefined;
}): ReactNode {
  const [query, setQuery] = useState("");
  const isAsked = query.trim() !== "";
  const found = findSettings(pages, query);
  const count = found.length;
  const groups = Map.groupBy(pages, ({ group }) => group);
  useEffect(() => {
    if (isAsked) announce(t("settingsFound", { count }));
  }, [isAsked, count]);
  return (
    <nav className="settings-nav" aria-label={t("sections")} onKeyDown={moveByArrows}>
      <SearchField label={t("findSetting")} value={query} onValue={setQuery} />
      {isAsked && count === 0 && <p className="settings-none">{t("nothingFound", { query })}</p>}
      {isAsked && count > 0 && (
        <ul>
          {found.map(({ page, by }) => (
            <Item key={page.slug} page={page} by={by} isCurrent={page === current} />
          ))}
        </ul>
      )}
      {!isAsked &&
        [...groups].map(([group, list]) => (
          <Pages key={group} title={t(group)} pages={list} current={current} />
        ))}
    </nav>
  );
}

/** Down and up go through the box and the links below it. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || event.nativeEvent.isComposing) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("input, a")];
  const next = stops[stops.indexOf(document.activeElement as HTMLElement) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

function Pages({
  title,
  pages,
  current,
}: {
  readonly title: string;
  readonly pages: readonly SettingsPage[];
  readonly current: SettingsPage | undefined;
}): ReactNode {
  return (
    <>
      <h2>{title}</h2>
      <ul>
        {pages.map((page) => (
          <Item key={page.slug} page={page} by="" isCurrent={page === current} />
        ))}
      </ul>
    </>
  );
}

function Item({
  page,
  by,
  isCurrent,
}: {
  readonly page: SettingsPage;
  readonly by: string;
  readonly isCurrent: boolean;
}): ReactNode {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // It may be far down, when a link led here.
    if (isCurrent && item.current) bringIntoSight(item.current);
  }, [isCurrent]);
  return (
    <li ref={item}>
      <Link
        href={href("/setting/:section", { section: page.slug })}
        aria-current={isCurrent ? "page" : undefined}
      >
        {page.icon}
        <span className="settings-nav-words">
          {page.title}
          {by !== "" && <small>{by}</small>}
        </span>
      </Link>
    </li>
  );
}
