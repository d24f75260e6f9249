import { api } from "@atrium/contract/api/index";
import type { ChangePreferences } from "@atrium/contract/api/session";
import { LOCALE_NAMES, LOCALES, type Locale } from "@atrium/i18n";
import { rest } from "@atrium/shell";
import { setPreferences, usePreferences, type Density, type Theme } from "@atrium/state";
import { Choice, Select, setDensity, setTheme, toast } from "@atrium/ui";
import type { ReactNode } from "react";
import { Group, Section } from "../section.tsx";
import { t } from "../strings/index.ts";

/** `/setting/appearance`: holds here at once, and is kept on the server for the person's other devices. */
export function Appearance(): ReactNode {
  const theme = usePreferences(({ theme }) => theme);
  const density = usePreferences(({ density }) => density);
  const chosen = usePreferences(({ locale }) => locale);
  return (
    <Section title={t("appearance")} intro={t("appearanceKept")}>
      <Group title={t("theme")}>
        <Choice<Theme>
          label={t("theme")}
          value={theme}
          onChange={(theme) => {
            setTheme(theme);
            void keep({ theme });
          }}
          options={[
            { value: "system", label: t("themeSystem") },
            { value: "light", label: t("themeLight") },
            { value: "dark", label: t("themeDark") },
            { value: "contrast", label: t("themeContrast") },
          ]}
        />
      </Group>
      <Group title={t("density")}>
        <Choice<Density>
          label={t("density")}
          value={density}
          onChange={(density) => {
            setDensity(density);
            void keep({ density });
          }}
          options={[
            { value: "compact", label: t("densityCompact") },
            { value: "regular", label: t("densityRegular") },
            { value: "roomy", label: t("densityRoomy") },
          ]}
        />
      </Group>
      <Group title={t("language")}>
        <Select
          label={t("language")}
          hideLabel
          value={chosen ?? ""}
          onChange={(value) => void chooseLanguage(LOCALES.find((known) => known === value))}
          options={[
            { value: "", label: t("languageBrowser") },
            ...LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value] })),
          ]}
        />
      </Group>
    </Section>
  );
}

/** Every text of the window changes, so it is loaded anew. */
async function chooseLanguage(locale: Locale | undefined): Promise<void> {
  setPreferences({ locale });
  await keep({ locale: locale ?? null });
  location.reload();
}

async function keep(choice: ChangePreferences): Promise<void> {
  try {
    await rest(api.preferences.change, { body: choice });
  } catch {
    toast({ severity: "warning", message: t("keepFailed") });
  }
}
