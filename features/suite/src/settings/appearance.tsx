import {
  usePreferences,
  SWIPE_ACTS,
  type AfterAct,
  type Density,
  type SwipeAct,
  type Theme,
} from "@atrium/state";
import { Choice, Select } from "@atrium/ui";
import type { ReactNode } from "react";
import { Section } from "@atrium/settings-page";
import { useChoose } from "../client/use-choose.ts";
import { t } from "./strings/index.ts";

/** `/setting/appearance`: holds here at once, and is kept on the server for the person's other devices. */
export function Appearance(): ReactNode {
  const choose = useChoose();
  const theme = usePreferences(({ theme }) => theme);
  const density = usePreferences(({ density }) => density);
  const afterAct = usePreferences(({ afterAct }) => afterAct);
  return (
    <Section title={t("appearance")} intro={t("appearanceKept")}>
      <Choice<Theme>
        label={t("theme")}
        value={theme}
        onChange={(theme) => void choose({ theme })}
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
        onChange={(density) => void choose({ density })}
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
        onChange={(afterAct) => void choose({ afterAct })}
        options={[
          { value: "next", label: t("afterActNext") },
          { value: "previous", label: t("afterActPrevious") },
          { value: "list", label: t("afterActList") },
        ]}
      />
      <Swipes />
    </Section>
  );
}

/** What a swipe over a mail does, on phones and other things that are touched. */
function Swipes(): ReactNode {
  const choose = useChoose();
  const right = usePreferences(({ swipeRight }) => swipeRight);
  const left = usePreferences(({ swipeLeft }) => swipeLeft);
  const options = SWIPE_ACTS.map((value) => ({ value, label: t(`swipe_${value}`) }));
  return (
    <>
      <Select<SwipeAct>
        label={t("swipeRight")}
        hint={t("swipeHint")}
        value={right}
        onChange={(swipeRight) => void choose({ swipeRight })}
        options={options}
      />
      <Select<SwipeAct>
        label={t("swipeLeft")}
        value={left}
        onChange={(swipeLeft) => void choose({ swipeLeft })}
        options={options}
      />
    </>
  );
}
