import { useChoose } from "@atrium/feature-suite/parts";
import { Group, Section } from "@atrium/settings-page";
import { SEND_CHECKS, usePreferences, type SendCheck } from "@atrium/state";
import { Switch } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "../strings/index.ts";

/** `/setting/writing`: what is looked at before a message is sent, and what every message asks for. */
export function Writing(): ReactNode {
  const choose = useChoose();
  const asksReceipt = usePreferences((chosen) => chosen.asksReceipt);
  return (
    <Section title={t("writing")} savesAtOnce>
      <Group title={t("beforeSending")} intro={t("beforeSendingMore")}>
        {SEND_CHECKS.map((check) => (
          <Check key={check} check={check} />
        ))}
      </Group>
      <Group title={t("receipts")} intro={t("receiptsMore")}>
        <Switch
          label={t("asksReceipt")}
          hint={t("asksReceiptHint")}
          checked={asksReceipt}
          onChange={(isWanted) => void choose({ asksReceipt: isWanted })}
        />
      </Group>
    </Section>
  );
}

function Check({ check }: { readonly check: SendCheck }): ReactNode {
  const choose = useChoose();
  const isOn = usePreferences((chosen) => chosen[check]);
  return (
    <Switch
      label={t(check)}
      hint={t(`${check}Hint`)}
      checked={isOn}
      onChange={(isWanted) => void choose({ [check]: isWanted })}
    />
  );
}
