import type { PasswordAgain as Proof } from "@atrium/contract/api/security";
import { Button, Dialog, PasswordField, TextField } from "@atrium/ui";
import { RestRefusal } from "@atrium/shell";
import { useId, useState, type FormEvent, type ReactNode } from "react";
import { t } from "../strings/index.ts";
import { sentence } from "../use-answer.ts";
import { OwnerOfPassword } from "./owner-of-password.tsx";

/** A dialog that does something once the person's password was typed again, and a code where a second factor is on. */
export function PasswordAgain({
  title,
  address,
  confirmLabel,
  danger = false,
  children,
  onClose,
  onProof,
}: {
  readonly title: string;
  readonly address: string;
  readonly confirmLabel: string;
  readonly danger?: boolean;
  /** What will happen, and what else has to be said for it. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
  /** Sends it; what it throws is shown in place. */
  readonly onProof: (proof: Proof) => Promise<void>;
}): ReactNode {
  const form = useId();
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>();
  /** Null until it is known that one is needed. */
  const [code, setCode] = useState<string | null>(null);
  const why = refusal instanceof RestRefusal ? refusal.code : undefined;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setRefusal(undefined);
    try {
      await onProof({ password, ...(code === null ? {} : { code }) });
    } catch (error) {
      const isCodeNeeded = error instanceof RestRefusal && error.code === "secondFactorRequired";
      if (isCodeNeeded && code === null) setCode("");
      else setRefusal(error);
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      size="small"
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button variant={danger ? "danger" : "primary"} type="submit" form={form} busy={busy}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form id={form} className="settings-form" onSubmit={(event) => void submit(event)}>
        {children}
        <OwnerOfPassword address={address} />
        <PasswordField
          label={t("yourPassword")}
          autoComplete="current-password"
          required
          value={password}
          error={why === "wrongCredentials" ? sentence(refusal) : undefined}
          onChange={(event) => setPassword(event.target.value)}
        />
        {code !== null && (
          <TextField
            label={t("codeOfApp")}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            maxLength={100}
            required
            value={code}
            error={why === "wrongCode" ? sentence(refusal) : undefined}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
        {refusal !== undefined && why !== "wrongCredentials" && why !== "wrongCode" && (
          <p className="settings-refusal" role="alert">
            {sentence(refusal)}
          </p>
        )}
      </form>
    </Dialog>
  );
}
