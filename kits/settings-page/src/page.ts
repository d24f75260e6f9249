import type { Role, SessionInfo } from "@atrium/contract/api/session";
import type { ComponentType, ReactNode } from "react";

/** A page of the settings as a list names it; asked for when it is shown: before, the language is not known. */
export interface SettingsSection {
  /** Its part of the path: `/setting/SLUG`. */
  readonly slug: string;
  readonly title: string;
  /** What it holds, in the words that stand there: it is found by them. */
  readonly holds: readonly string[];
  /** Under which heading it is listed. */
  readonly group: "you" | "mail" | "organisation";
  /** Its place among the pages of all features, from the top; unique. */
  readonly order: number;
  /** Who has it; everybody where it is absent. */
  readonly role?: Role;
}

/** What the screen of a page gets. */
export interface ScreenProps {
  readonly session: SessionInfo;
  /** What follows the page in the path. */
  readonly path: readonly string[];
}

interface Look {
  readonly icon: ReactNode;
  readonly screen: ComponentType<ScreenProps>;
}

/** A page of the settings: what a feature's `./settings` exports a list of. */
export interface SettingsPage extends SettingsSection, Look {}

/** The sections of a feature, each with its icon and screen. */
export const pagesOf = <S extends SettingsSection>(
  sections: readonly S[],
  looks: Readonly<Record<S["slug"], Look>>,
): readonly SettingsPage[] =>
  sections.map((section) => ({ ...section, ...looks[section.slug as S["slug"]] }));

/** What all features bring, for a person with these roles, from the top. */
export const sectionsFor = <S extends SettingsSection>(
  roles: readonly Role[],
  contributions: readonly S[],
): readonly S[] =>
  contributions
    .filter(({ role }) => role === undefined || roles.includes(role))
    .sort((one, other) => one.order - other.order);
