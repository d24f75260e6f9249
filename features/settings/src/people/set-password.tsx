import { api } from "@atrium/contract/api/index";
import type { AdminPerson } from "@atrium/contract/api/admin";
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from "@atrium/contract/api/session";
import { rest } from "@atrium/shell";
import { Button, Dialog, PasswordField, toast } from "@atrium/ui";
import { useId, useState, type FormEvent, type ReactNode } from "react";
import { OwnerOfPassword } from "../security/owner-of-password.tsx";
import { t } from "../strings/index.ts";
import { sentence } from "../use-answer.ts";

/** Gives a person who forgot theirs a new password. */
export function SetPasswordDialog({
  person,
  onClose,
}: {
  readonly person: AdminPerson;
  readonly onClose: () => void;
}): ReactNode {
  const form = useId();
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setRefusal(undefined);
    try {
      await rest(api.admin.people.setPassword, { params: { id: person.id }, body: { password } });
      toast({ severity: "success", message: t("passwordSet", { name: person.name }) });
      onClose();
    } catch (error) {
      setRefusal(error);
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      size="small"
      title={t("setPassword")}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button variant="primary" type="submit" form={form} busy={busy}>
            {t("setPassword")}
          </Button>
        </>
      }
    >
      <form id={form} className="settings-form" onSubmit={(event) => void submit(event)}>
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
      </form>
    </Dialog>
  );
}
