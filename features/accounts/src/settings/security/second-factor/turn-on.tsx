import { api } from "@atrium/contract/api/index";
import type { BeganSecondFactor } from "@atrium/contract/api/security";
import { lazyPart, rest } from "@atrium/shell";
import { FormDialog, Link, TextField } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { t } from "../../strings/index.ts";
import { PasswordAgain, sentence, useSubmit } from "@atrium/settings-page";
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
  const [code, setCode] = useState("");

  const { busy, refusal, submit } = useSubmit(async () => {
    onTurnedOn((await rest(api.secondFactor.confirm, { body: { code } })).codes);
  });

  return (
    <FormDialog
      title={t("scanCode")}
      onClose={onClose}
      confirmLabel={t("turnOn")}
      busy={busy}
      onSubmit={submit}
    >
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
    </FormDialog>
  );
}
