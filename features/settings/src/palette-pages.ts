import type { Role } from "@atrium/contract/api/session";
import { href } from "@atrium/contract/href";
import type { Findable } from "./find/find-settings.ts";
import { administrationSections, ownSections } from "./sections.ts";

/** The sections that somebody with these roles has, for a list of everything that can be opened. */
export function settingsPages(
  roles: readonly Role[],
): readonly { readonly href: string; readonly label: string; readonly words: string }[] {
  const sections: readonly Findable[] = roles.includes("administrator")
    ? [...ownSections(), ...administrationSections()]
    : ownSections();
  return sections.map(({ slug, title, holds }) => ({
    href: href("/setting/:section", { section: slug }),
    label: title,
    words: holds.join(" "),
  }));
}
