import { api } from "@atrium/contract/api/index";
import type { BeganSecondFactor } from "@atrium/contract/api/security";
import { lazyPart, rest } from "@atrium/shell";
import { Button, Dialog, Link, TextField } from "@atrium/ui";
import { useId, useState, type FormEvent, type ReactNode } from "react";
import { t } from "../../strings/index.ts";
import { sentence } from "../../use-answer.ts";
import { PasswordAgain } from "../password-again.tsx";
import { SecretText } from "../secret-text.tsx";

const QrCode = lazyPart(() => import("../qr-code/qr-code.tsx").then((module) => module.QrCode));

/** The password, then the app's picture and a first code of it. Answers the recovery codes. */
export function TurnOnSecondFactor({
  address,
  onTurnedOn,
  onClose,
}: {
  readonly address: string;
  readonly onTurnedOn: (codes: readonly string[]) => void;
  readonly onClose: () => void;
}): ReactNode {
  const [begun, setBegun] = useState<BeganSecondFactor>();
  if (begun !== undefined)
    return <ConfirmApp begun={begun} onTurnedOn={onTurnedOn} onClose={onClose} />;
  return (
    <PasswordAgain
      title={t("turnOnSecondFactor")}
      address={address}
      confirmLabel={t("next")}
      onClose={onClose}
      onProof={async (body) => setBegun(await rest(api.secondFactor.begin, { body }))}
    >
      <p>{t("turnOnSecondFactorMore")}</p>
    </PasswordAgain>
  );
}

function ConfirmApp({
  begun: { secret, uri },
  onTurnedOn,
  onClose,
}: {
  readonly begun: BeganSecondFactor;
  readonly onTurnedOn: (codes: readonly string[]) => void;
  readonly onClose: () => void;
}): ReactNode {
  const form = useId();
  const [code, setCode] = useState("");
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setRefusal(undefined);
    try {
      onTurnedOn((await rest(api.secondFactor.confirm, { body: { code } })).codes);
    } catch (error) {
      setRefusal(error);
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      size="small"
      title={t("scanCode")}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button variant="primary" type="submit" form={form} busy={busy}>
            {t("turnOn")}
          </Button>
        </>
      }
    >
      <form id={form} className="settings-form" onSubmit={(event) => void submit(event)}>
        <p>{t("scanCodeMore")}</p>
        <QrCode text={uri} label={t("qrCode")} />
        <details className="settings-details">
          <summary>{t("cannotScan")}</summary>
          <p>
            {t("typeSecret")} <Link href={uri}>{t("openInApp")}</Link>
          </p>
          <SecretText label={t("secret")} text={secret} />
        </details>
        <TextField
          label={t("codeOfApp")}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          maxLength={10}
          required
          value={code}
          error={refusal === undefined ? undefined : sentence(refusal)}
          onChange={(event) => setCode(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
