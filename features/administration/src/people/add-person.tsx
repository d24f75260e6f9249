import type { Person } from "@atrium/contract/types/person";
import { FormDialog, TextField, toast } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { domainOf, InitialPasswordField, NameField } from "../fields.tsx";
import { codeOf, sentence, useSubmit } from "@atrium/settings-page";
import type { DialogProps } from "../list/all-of.tsx";
import { t } from "../strings/index.ts";

/** Asks for what a new person needs: name, address and a first password. */
export function AddPersonDialog({
  session,
  onAdd,
  onClose,
}: DialogProps<typeof Person>): ReactNode {
  const [name, setName] = useState("");
  const [address, setAddress] = useState("");
  const [password, setPassword] = useState("");
  const domain = domainOf(session);

  const { busy, refusal, submit } = useSubmit(async () => {
    const whole = address.includes("@") ? address : address + domain;
    await onAdd({ name: name.trim(), address: whole.trim(), password });
    toast({ severity: "success", message: t("personAdded", { name: name.trim() }) });
    onClose();
  });

  const weak = codeOf(refusal) === "weakPassword";
  return (
    <FormDialog
      size="medium"
      title={t("addPerson")}
      onClose={onClose}
      confirmLabel={t("add")}
      busy={busy}
      onSubmit={submit}
    >
      <NameField value={name} onChange={setName} />
      <TextField
        label={t("address")}
        autoComplete="off"
        required
        value={address}
        suffix={address.includes("@") ? undefined : domain}
        error={refusal && !weak ? sentence(refusal) : undefined}
        onChange={(event) => setAddress(event.target.value)}
      />
      <InitialPasswordField
        label={t("initialPassword")}
        value={password}
        error={weak ? sentence(refusal) : undefined}
        onChange={setPassword}
      />
    </FormDialog>
  );
}
