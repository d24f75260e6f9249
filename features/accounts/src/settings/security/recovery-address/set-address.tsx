import { api } from "@atrium/contract/api/index";
import { codeOf, proven, sentence, useSubmit } from "@atrium/settings-page";
import { rest } from "@atrium/shell";
import { Button, FormDialog, TextField, toast } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { t } from "../../strings/index.ts";

const send = (address: string): Promise<void> =>
  proven(() => rest(api.recoveryAddress.ask, { body: { address } }));

/** The address, to which a code goes. */
export function AskAddress({
  onSent,
  onClose,
}: {
  readonly onSent: (address: string) => void;
  readonly onClose: () => void;
}): ReactNode {
  const [address, setAddress] = useState("");
  const { busy, refusal, submit } = useSubmit(async () => {
    await send(address.trim());
    onSent(address.trim());
  });
  return (
    <FormDialog
      title={t("recoveryAddress")}
      confirmLabel={t("sendCode")}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t("recoveryAddressWhich")}</p>
      <TextField
        label={t("recoveryAddressLabel")}
        type="email"
        autoComplete="email"
        autoFocus
        maxLength={320}
        required
        value={address}
        error={refusal === undefined ? undefined : why(refusal)}
        onChange={(event) => setAddress(event.target.value)}
      />
    </FormDialog>
  );
}

/** The code that went there. */
export function ConfirmAddress({
  address,
  onConfirmed,
  onClose,
}: {
  readonly address: string;
  readonly onConfirmed: () => void;
  readonly onClose: () => void;
}): ReactNode {
  const [code, setCode] = useState("");
  const again = useSubmit(async () => {
    await send(address);
    toast({ severity: "success", message: t("codeSentAgain", { address }) });
  });
  const { busy, refusal, submit } = useSubmit(async () => {
    await proven(() => rest(api.recoveryAddress.confirm, { body: { code } }));
    toast({ severity: "success", message: t("recoveryAddressSet") });
    onConfirmed();
  });
  const failed = refusal ?? again.refusal;
  return (
    <FormDialog
      title={t("confirmRecoveryAddress")}
      confirmLabel={t("confirm")}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t("codeSent", { address })}</p>
      <TextField
        label={t("recoveryCode")}
        autoComplete="one-time-code"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        autoFocus
        maxLength={100}
        required
        value={code}
        error={failed === undefined ? undefined : why(failed)}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button variant="quiet" busy={again.busy} onClick={again.submit}>
        {t("sendCodeAgain")}
      </Button>
    </FormDialog>
  );
}

/** What was refused, as it is meant here. */
function why(refusal: unknown): string {
  const code = codeOf(refusal);
  if (code === "forbidden") return t("recoveryAddressOwn");
  if (code === "wrongCode") return t("recoveryCodeWrong");
  if (code === "invalid") return t("recoveryAddressInvalid");
  return sentence(refusal);
}
