import { api } from "@atrium/contract/api/index";
import type { RecoveryAddress as Known } from "@atrium/contract/api/security";
import { Answered, Group, proven, useAct, useAnswer } from "@atrium/settings-page";
import { rest } from "@atrium/shell";
import { AddIcon, Button, Confirm, MailIcon, Tag } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { t } from "../../strings/index.ts";
import { AskAddress, ConfirmAddress } from "./set-address.tsx";

type Step =
  | { readonly now: "asking" }
  | { readonly now: "confirming"; readonly address: string }
  | { readonly now: "removing"; readonly address: string };

/** Where a link goes when the person forgot the password, and the ways to set and remove it. */
export function RecoveryAddress(): ReactNode {
  const { answer, reload } = useAnswer(api.recoveryAddress.read);
  const act = useAct();
  const [step, setStep] = useState<Step>();
  const [busy, setBusy] = useState(false);
  const close = (): void => setStep(undefined);

  async function remove(): Promise<void> {
    setBusy(true);
    await act(() => proven(() => rest(api.recoveryAddress.remove)), t("recoveryAddressRemoved"));
    setBusy(false);
    close();
    await reload();
  }

  return (
    <Group title={t("recoveryAddress")} intro={t("recoveryAddressMore")}>
      <Answered answer={answer} onRetry={() => void reload()}>
        {(known) => <State known={known} onStep={setStep} />}
      </Answered>
      {step?.now === "asking" && (
        <AskAddress
          onClose={close}
          onSent={(address) => {
            setStep({ now: "confirming", address });
            void reload();
          }}
        />
      )}
      {step?.now === "confirming" && (
        <ConfirmAddress
          address={step.address}
          onClose={close}
          onConfirmed={() => {
            close();
            void reload();
          }}
        />
      )}
      <Confirm
        open={step?.now === "removing"}
        danger
        busy={busy}
        title={t("removeRecoveryAddress")}
        confirmLabel={t("remove")}
        onConfirm={() => void remove()}
        onClose={close}
      >
        <p>{t("removeRecoveryAddressMore")}</p>
      </Confirm>
    </Group>
  );
}

function State({
  known: { address, pending },
  onStep,
}: {
  readonly known: Known;
  readonly onStep: (step: Step) => void;
}): ReactNode {
  const ask = (): void => onStep({ now: "asking" });
  if (address === null && pending === null)
    return (
      <Button icon={<AddIcon />} onClick={ask}>
        {t("addRecoveryAddress")}
      </Button>
    );
  return (
    <ul className="settings-list">
      {address !== null && (
        <li className="settings-row">
          <MailIcon />
          <div className="settings-row-words">
            <strong>{address}</strong>
          </div>
          <Tag tone="success">{t("on")}</Tag>
          <Button size="small" onClick={ask}>
            {t("change")}
          </Button>
          <Button size="small" onClick={() => onStep({ now: "removing", address })}>
            {t("remove")}
          </Button>
        </li>
      )}
      {pending !== null && (
        <li className="settings-row">
          <MailIcon />
          <div className="settings-row-words">
            <strong>{pending}</strong>
            <span>{t("recoveryAddressPending")}</span>
          </div>
          <Button size="small" onClick={() => onStep({ now: "confirming", address: pending })}>
            {t("enterCode")}
          </Button>
          {address === null && (
            <Button size="small" onClick={ask}>
              {t("change")}
            </Button>
          )}
        </li>
      )}
    </ul>
  );
}
