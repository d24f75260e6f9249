import { href } from "@atrium/contract/href";
import { useChoose } from "@atrium/feature-suite/parts";
import { Group, Section } from "@atrium/settings-page";
import { usePreferences, type JunkDigest } from "@atrium/state";
import { Choice, Link } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "../strings/index.ts";

/** `/setting/junk`: how often a message lists what came into Junk, and what reports do. */
export function Junk(): ReactNode {
  const choose = useChoose();
  const junkDigest = usePreferences((chosen) => chosen.junkDigest);
  return (
    <Section title={t("junkMail")} savesAtOnce>
      <Choice<JunkDigest>
        label={t("junkDigest")}
        hint={t("junkDigestHint")}
        value={junkDigest}
        onChange={(junkDigest) => void choose({ junkDigest })}
        options={[
          { value: "never", label: t("junkDigestNever") },
          { value: "daily", label: t("junkDigestDaily") },
          { value: "weekly", label: t("junkDigestWeekly") },
        ]}
      />
      <Group title={t("junkReports")} intro={t("junkReportsMore")}>
        <p>
          <Link href={href("/help/:slug", { slug: "junk" })}>{t("junkHelp")}</Link>
        </p>
      </Group>
    </Section>
  );
}
