import { Button, Dialog, PasswordField } from "@atrium/ui";
import { RestRefusal } from "@atrium/shell";
import { useId, useState, type FormEvent, type ReactNode } from "react";
import { t } from "../strings/index.ts";
import { sentence } from "../use-answer.ts";
import { OwnerOfPassword } from "./owner-of-password.tsx";

/** A dialog that does something once the person's password was typed again. */
export function PasswordAgain({
  title,
  address,
  confirmLabel,
  danger = false,
  children,
  onClose,
  onPassword,
}: {
  readonly title: string;
  readonly address: string;
  readonly confirmLabel: string;
  readonly danger?: boolean;
  /** What will happen, and what else has to be said for it. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
  /** Sends it; what it throws is shown in place. */
  readonly onPassword: (password: string) => Promise<void>;
}): ReactNode {
  const form = useId();
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>();
  const wrong = refusal instanceof RestRefusal && refusal.code === "wrongCredentials";

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setRefusal(undefined);
    try {
      await onPassword(password);
    } catch (error) {
      setRefusal(error);
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
          error={wrong ? sentence(refusal) : undefined}
          onChange={(event) => setPassword(event.target.value)}
        />
        {refusal !== undefined && !wrong && (
          <p className="settings-refusal" role="alert">
            {sentence(refusal)}
          </p>
        )}
      </form>
    </Dialog>
  );
}
