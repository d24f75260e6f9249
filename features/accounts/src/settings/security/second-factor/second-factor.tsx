import { api } from "@atrium/contract/api/index";
import type { SessionInfo } from "@atrium/contract/api/session";
import type { SecondFactorState } from "@atrium/contract/api/security";
import { formatDate } from "@atrium/i18n";
import { refreshSession, rest } from "@atrium/shell";
import { Button, PhoneDeviceIcon, SecurityIcon, Tag, toast } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { Answered, Group, PasswordAgain, useAnswer } from "@atrium/settings-page";
import { t } from "../../strings/index.ts";
import { RecoveryCodesDialog } from "./recovery-codes.tsx";
import { Required } from "./required.tsx";
import { TurnOnSecondFactor } from "./turn-on.tsx";

/** So few recovery codes left are worth a word. */
const FEW = 3;

type Step =
  | { readonly now: "turning-on" | "turning-off" | "renewing" }
  | { readonly now: "codes"; readonly codes: readonly string[] };

/** Whether sign-ins ask for a code of an authenticator app, and the ways to change it. */
export function SecondFactor({
  session: { address, roles },
}: {
  readonly session: SessionInfo;
}): ReactNode {
  const { answer, reload } = useAnswer(api.secondFactor.read);
  const [step, setStep] = useState<Step>();
  const close = (): void => setStep(undefined);

  const showCodes = (codes: readonly string[]): void => {
    setStep({ now: "codes", codes });
    void reload();
  };

  return (
    <Group title={t("secondFactor")} intro={t("secondFactorMore")}>
      <Required roles={roles} />
      <Answered answer={answer} onRetry={() => void reload()}>
        {(state) => (
          <State
            state={state}
            onTurnOn={() => setStep({ now: "turning-on" })}
            onTurnOff={() => setStep({ now: "turning-off" })}
            onRenew={() => setStep({ now: "renewing" })}
          />
        )}
      </Answered>
      {step?.now === "turning-on" && (
        <TurnOnSecondFactor address={address} onClose={close} onTurnedOn={showCodes} />
      )}
      {step?.now === "renewing" && (
        <PasswordAgain
          title={t("newRecoveryCodes")}
          address={address}
          confirmLabel={t("create")}
          onClose={close}
          onProof={async (body) => {
            showCodes((await rest(api.secondFactor.renewRecoveryCodes, { body })).codes);
          }}
        >
          <p>{t("newRecoveryCodesMore")}</p>
        </PasswordAgain>
      )}
      {step?.now === "turning-off" && (
        <PasswordAgain
          danger
          title={t("turnOffSecondFactor")}
          address={address}
          confirmLabel={t("turnOff")}
          onClose={close}
          onProof={async (body) => {
            await rest(api.secondFactor.turnOff, { body });
            // Where the organisation asks for one, the next is set up at once.
            await refreshSession();
            toast({ severity: "success", message: t("secondFactorOff") });
            close();
            await reload();
          }}
        >
          <p>{t("turnOffSecondFactorMore")}</p>
        </PasswordAgain>
      )}
      {step?.now === "codes" && (
        <RecoveryCodesDialog address={address} codes={step.codes} onClose={close} />
      )}
    </Group>
  );
}

function State({
  state: { since, recoveryCodesLeft },
  onTurnOn,
  onTurnOff,
  onRenew,
}: {
  readonly state: SecondFactorState;
  readonly onTurnOn: () => void;
  readonly onTurnOff: () => void;
  readonly onRenew: () => void;
}): ReactNode {
  if (since === null)
    return (
      <Button icon={<SecurityIcon />} onClick={onTurnOn}>
        {t("turnOnSecondFactor")}
      </Button>
    );
  return (
    <ul className="settings-list">
      <li className="settings-row">
        <PhoneDeviceIcon />
        <div className="settings-row-words">
          <strong>{t("authenticatorApp")}</strong>
          <span>{t("since", { date: formatDate(since) })}</span>
        </div>
        <Tag tone="success">{t("on")}</Tag>
        <Button size="small" onClick={onTurnOff}>
          {t("turnOff")}
        </Button>
      </li>
      <li className="settings-row">
        <SecurityIcon />
        <div className="settings-row-words">
          <strong>{t("recoveryCodes")}</strong>
          <span>{t("recoveryCodesLeft", { count: recoveryCodesLeft })}</span>
        </div>
        {recoveryCodesLeft <= FEW && <Tag tone="warning">{t("few")}</Tag>}
        <Button size="small" onClick={onRenew}>
          {t("renew")}
        </Button>
      </li>
    </ul>
  );
}
