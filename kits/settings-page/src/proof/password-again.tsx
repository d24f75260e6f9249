import type { PasswordAgain as Proof } from "@atrium/contract/api/security";
import { FormDialog, PasswordField, TextField } from "@atrium/ui";
import { RestRefusal } from "@atrium/shell";
import { useState, type ReactNode } from "react";
import { t } from "../strings/index.ts";
import { sentence } from "../sentence.ts";
import { useSubmit } from "../use-submit.ts";
import { OwnerOfPassword } from "./owner-of-password.tsx";
import "../page.css";

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
  const [password, setPassword] = useState("");
  /** Null until it is known that one is needed. */
  const [code, setCode] = useState<string | null>(null);

  const { busy, refusal, submit } = useSubmit(async () => {
    try {
      await onProof({ password, ...(code === null ? {} : { code }) });
    } catch (error) {
      const refused = error instanceof RestRefusal ? error.code : undefined;
      // What was refused after it may have taken the code, and none counts twice.
      const isTaken = code !== null && refused !== "wrongCredentials" && refused !== "wrongCode";
      if (isTaken || (code === null && refused === "secondFactorRequired")) setCode("");
      if (code !== null || refused !== "secondFactorRequired") throw error;
    }
  });

  const why = refusal instanceof RestRefusal ? refusal.code : undefined;
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      confirmLabel={confirmLabel}
      danger={danger}
      busy={busy}
      onSubmit={submit}
    >
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
    </FormDialog>
  );
}
