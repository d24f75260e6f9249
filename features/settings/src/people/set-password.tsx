import { api } from "@atrium/contract/api/index";
import type { AdminPerson } from "@atrium/contract/api/admin";
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from "@atrium/contract/api/session";
import { rest } from "@atrium/shell";
import { FormDialog, PasswordField, toast } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { proven } from "../proof/proven.ts";
import { OwnerOfPassword } from "../security/owner-of-password.tsx";
import { t } from "../strings/index.ts";
import { sentence } from "../use-answer.ts";
import { useSubmit } from "../use-submit.ts";

/** Gives a person who forgot theirs a new password. */
export function SetPasswordDialog({
  person,
  onClose,
}: {
  readonly person: AdminPerson;
  readonly onClose: () => void;
}): ReactNode {
  const [password, setPassword] = useState("");

  const { busy, refusal, submit } = useSubmit(async () => {
    const given = { params: { id: person.id }, body: { password } };
    await proven(() => rest(api.admin.people.setPassword, given));
    toast({ severity: "success", message: t("passwordSet", { name: person.name }) });
    onClose();
  });

  return (
    <FormDialog
      title={t("setPassword")}
      onClose={onClose}
      confirmLabel={t("setPassword")}
      busy={busy}
      onSubmit={submit}
    >
      <OwnerOfPassword address={person.address} />
      <PasswordField
        label={`${t("newPassword")} (${person.name})`}
        hint={t("initialPasswordHint")}
        autoComplete="new-password"
        minLength={PASSWORD_MIN_LENGTH}
        maxLength={PASSWORD_MAX_LENGTH}
        required
        value={password}
        error={refusal ? sentence(refusal) : undefined}
        onChange={(event) => setPassword(event.target.value)}
      />
    </FormDialog>
  );
}
