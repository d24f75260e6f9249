import type { SessionInfo } from "@atrium/contract/api/session";
import { href } from "@atrium/contract/href";
import { sectionsFor, type SettingsSection } from "@atrium/settings-page";
import { navigate, useVerbSource, type Verb } from "@atrium/shell";
import { SettingsIcon } from "@atrium/ui";
import { t } from "./strings/index.ts";

/** What each feature brings to the settings (`apps/settings/src/frame.tsx`), without their screens. */
const contributions = () => [
  import("@atrium/feature-accounts/settings-sections"),
  import("@atrium/feature-mail/settings-sections"),
  import("@atrium/feature-suite/settings-sections"),
  import("@atrium/feature-administration/settings-sections"),
];

/** Every page of the settings, for the palette; what they are called is loaded when that opens. */
export function SettingsVerbs({ session }: { readonly session: SessionInfo }): null {
  useVerbSource(async (text): Promise<readonly Verb[]> => {
    // All are offered at once; the palette finds among them.
    if (text !== "") return [];
    const brought = await Promise.all(contributions());
    const sections = brought.flatMap(({ settingsSections }): readonly SettingsSection[] =>
      settingsSections(),
    );
    return sectionsFor(session.roles, sections).map(({ slug, title, holds }) => {
      const to = href("/setting/:section", { section: slug });
      return {
        id: `settings.${to}`,
        label: title,
        group: t("settings"),
        words: `settings ${holds.join(" ")}`,
        icon: <SettingsIcon />,
        act: () => navigate(to),
      };
    });
  });
  return null;
}
