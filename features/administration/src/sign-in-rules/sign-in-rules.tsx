import { api } from "@atrium/contract/api/index";
import { SECOND_FACTOR_FOR, type SecondFactorRule } from "@atrium/contract/api/security";
import { formatDate } from "@atrium/i18n";
import { rest } from "@atrium/shell";
import { Banner, Button, Choice, Select, toast } from "@atrium/ui";
import { useState, type FormEvent, type ReactNode } from "react";
import { Answered, Group, proven, Section, sentence, useAnswer } from "@atrium/settings-page";
import { t } from "../strings/index.ts";

const DAYS = ["0", "7", "14", "30"] as const;
type Days = (typeof DAYS)[number];

const NAMES = {
  nobody: t("factorForNobody"),
  administrators: t("factorForAdministrators"),
  everybody: t("factorForEverybody"),
} as const;

/** `/setting/sign-in`: what the organisation asks of its people at sign-in. For administrators. */
export function SignInRules(): ReactNode {
  const { answer, reload } = useAnswer(api.admin.secondFactor.read);
  const own = useAnswer(api.secondFactor.read).answer;
  const passkeys = useAnswer(api.passkeys.list).answer;
  return (
    <Section title={t("signInRules")} intro={t("signInRulesMore")}>
      <Group title={t("secondFactor")} intro={t("factorRuleMore")}>
        <Answered answer={answer} onRetry={() => void reload()}>
          {(rule) => (
            <Rule
              key={`${rule.for} ${rule.from}`}
              rule={rule}
              isOwnMissing={
                own.status === "there" &&
                own.value.since === null &&
                passkeys.status === "there" &&
                passkeys.value.length === 0
              }
              onChanged={reload}
            />
          )}
        </Answered>
      </Group>
    </Section>
  );
}

function Rule({
  rule,
  isOwnMissing,
  onChanged,
}: {
  readonly rule: SecondFactorRule;
  /** Who asks it of others has to have it first. */
  readonly isOwnMissing: boolean;
  readonly onChanged: () => Promise<void>;
}): ReactNode {
  const [whom, setWhom] = useState(rule.for);
  const [days, setDays] = useState<Days>("14");
  const [busy, setBusy] = useState(false);

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    try {
      const body = { for: whom, days: Number(days) };
      await proven(() => rest(api.admin.secondFactor.change, { body }));
      toast({ severity: "success", message: t("factorRuleSaved") });
      await onChanged();
    } catch (error) {
      toast({ severity: "danger", message: sentence(error) });
    }
    setBusy(false);
  }

  const isForbidden = isOwnMissing && whom !== "nobody";
  return (
    <form className="settings-form" onSubmit={(event) => void save(event)}>
      {rule.from !== null && (
        <Banner
          severity={rule.without > 0 ? "warning" : "info"}
          title={t("factorRuleFrom", { date: formatDate(rule.from) })}
        >
          {t("factorRuleWithout", { count: rule.without })}
        </Banner>
      )}
      <Choice
        label={t("factorFor")}
        options={SECOND_FACTOR_FOR.map((value) => ({ value, label: NAMES[value] }))}
        value={whom}
        onChange={setWhom}
      />
      {whom !== "nobody" && (
        <Select
          label={t("factorGrace")}
          hint={t("factorGraceMore")}
          options={DAYS.map((value) => ({
            value,
            label: value === "0" ? t("atOnce") : t("inDays", { count: Number(value) }),
          }))}
          value={days}
          onChange={setDays}
        />
      )}
      {isForbidden && <p className="settings-refusal">{t("factorOwnFirst")}</p>}
      <Button type="submit" variant="primary" busy={busy} disabled={isForbidden}>
        {t("save")}
      </Button>
    </form>
  );
}
