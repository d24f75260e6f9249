import { LOCALE_NAMES, LOCALES, type Locale } from "@atrium/i18n";
import {
  setPreferences,
  usePreferences,
  SWIPE_ACTS,
  type AfterAct,
  type Density,
  type SwipeAct,
  type Theme,
} from "@atrium/state";
import { Choice, Select, setDensity, setTheme } from "@atrium/ui";
import type { ReactNode } from "react";
import { Section } from "@atrium/settings-page";
import { keepChoice } from "../keep-choice.ts";
import { t } from "./strings/index.ts";

/** `/setting/appearance`: holds here at once, and is kept on the server for the person's other devices. */
export function Appearance(): ReactNode {
  const theme = usePreferences(({ theme }) => theme);
  const density = usePreferences(({ density }) => density);
  const afterAct = usePreferences(({ afterAct }) => afterAct);
  const chosen = usePreferences(({ locale }) => locale);
  return (
    <Section title={t("appearance")} intro={t("appearanceKept")}>
      <Choice<Theme>
        label={t("theme")}
        value={theme}
        onChange={(theme) => {
          setTheme(theme);
          void keepChoice({ theme });
        }}
        options={[
          { value: "system", label: t("themeSystem") },
          { value: "light", label: t("themeLight") },
          { value: "dark", label: t("themeDark") },
          { value: "contrast", label: t("themeContrast") },
        ]}
      />
      <Choice<Density>
        label={t("density")}
        value={density}
        onChange={(density) => {
          setDensity(density);
          void keepChoice({ density });
        }}
        options={[
          { value: "compact", label: t("densityCompact") },
          { value: "regular", label: t("densityRegular") },
          { value: "roomy", label: t("densityRoomy") },
        ]}
      />
      <Choice<AfterAct>
        label={t("afterAct")}
        hint={t("afterActHint")}
        value={afterAct ?? "next"}
        onChange={(afterAct) => setPreferences({ afterAct })}
        options={[
          { value: "next", label: t("afterActNext") },
          { value: "previous", label: t("afterActPrevious") },
          { value: "list", label: t("afterActList") },
        ]}
      />
      <Swipes />
      <Select
        label={t("language")}
        value={chosen ?? ""}
        onChange={(value) => void chooseLanguage(LOCALES.find((known) => known === value))}
        options={[
          { value: "", label: t("languageBrowser") },
          ...LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value] })),
        ]}
      />
    </Section>
  );
}

/** What a swipe over a mail does, on phones and other things that are touched. */
function Swipes(): ReactNode {
  const right = usePreferences(({ swipeRight }) => swipeRight);
  const left = usePreferences(({ swipeLeft }) => swipeLeft);
  const options = SWIPE_ACTS.map((value) => ({ value, label: t(`swipe_${value}`) }));
  return (
    <>
      <Select<SwipeAct>
        label={t("swipeRight")}
        hint={t("swipeHint")}
        value={right}
        onChange={(swipeRight) => setPreferences({ swipeRight })}
        options={options}
      />
      <Select<SwipeAct>
        label={t("swipeLeft")}
        value={left}
        onChange={(swipeLeft) => setPreferences({ swipeLeft })}
        options={options}
      />
    </>
  );
}

/** Every text of the window changes, so it is loaded again. */
async function chooseLanguage(locale: Locale | undefined): Promise<void> {
  setPreferences({ locale });
  await keepChoice({ locale: locale ?? null });
  location.reload();
}
