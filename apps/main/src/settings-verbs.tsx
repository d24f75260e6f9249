import type { SessionInfo } from "@atrium/contract/api/session";
import { navigate, useVerbSource, type Verb } from "@atrium/shell";
import { SettingsIcon } from "@atrium/ui";
import { t } from "./strings/index.ts";

/** Every page of the settings, for the palette; what they are called is loaded when that opens. */
export function SettingsVerbs({ session }: { readonly session: SessionInfo }): null {
  useVerbSource(async (text): Promise<readonly Verb[]> => {
    // All are offered at once; the palette finds among them.
    if (text !== "") return [];
    const { settingsPages } = await import("@atrium/feature-settings/parts");
    return settingsPages(session.roles).map(({ href, label, words }) => ({
      id: `settings.${href}`,
      label,
      group: t("settings"),
      words: `settings ${words}`,
      icon: <SettingsIcon />,
      act: () => navigate(href),
    }));
  });
  return null;
}
