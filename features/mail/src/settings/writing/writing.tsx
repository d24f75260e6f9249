import { useChoose } from "@atrium/feature-suite/parts";
import { Group, Section } from "@atrium/settings-page";
import { SEND_CHECKS, usePreferences, type ReplyIn, type SendCheck } from "@atrium/state";
import { Choice, Switch } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "../strings/index.ts";

/** `/setting/writing`: where replies are written, what is looked at before a message is sent, and what every message asks for. */
export function Writing(): ReactNode {
  const choose = useChoose();
  const asksReceipt = usePreferences((chosen) => chosen.asksReceipt);
  const replyIn = usePreferences((chosen) => chosen.replyIn);
  return (
    <Section title={t("writing")} savesAtOnce>
      <Choice<ReplyIn>
        label={t("replyIn")}
        hint={t("replyInHint")}
        value={replyIn}
        onChange={(place) => void choose({ replyIn: place })}
        options={[
          { value: "inline", label: t("replyInline") },
          { value: "dock", label: t("replyDock") },
          { value: "window", label: t("replyWindow") },
        ]}
      />
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
