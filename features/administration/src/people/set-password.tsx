import { api } from "@atrium/contract/api/index";
import type { AdminPerson } from "@atrium/contract/api/admin";
import { rest } from "@atrium/shell";
import { FormDialog, toast } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { InitialPasswordField } from "../fields.tsx";
import { OwnerOfPassword, proven, sentence, useSubmit } from "@atrium/settings-page";
import { t } from "../strings/index.ts";

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
      <InitialPasswordField
        label={`${t("newPassword")} (${person.name})`}
        value={password}
        error={refusal ? sentence(refusal) : undefined}
        onChange={setPassword}
      />
    </FormDialog>
  );
}
