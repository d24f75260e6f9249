import { api } from "@atrium/contract/api/index";
import { rest, RestRefusal } from "@atrium/shell";
import { FormDialog, TextField, toast } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { InitialPasswordField, NameField } from "../fields.tsx";
import { proven, sentence, useSubmit } from "@atrium/settings-page";
import { t } from "../strings/index.ts";

/** Asks for what a new person needs: name, address and a first password. */
export function AddPersonDialog({
  domain,
  onClose,
  onAdded,
}: {
  /** With its `@`; offered as the end of the address. */
  readonly domain: string;
  readonly onClose: () => void;
  readonly onAdded: () => void;
}): ReactNode {
  const [name, setName] = useState("");
  const [address, setAddress] = useState("");
  const [password, setPassword] = useState("");

  const { busy, refusal, submit } = useSubmit(async () => {
    const whole = address.includes("@") ? address : address + domain;
    const body = { name: name.trim(), address: whole.trim(), password };
    await proven(() => rest(api.admin.people.add, { body }));
    toast({ severity: "success", message: t("personAdded", { name: name.trim() }) });
    onAdded();
    onClose();
  });

  const weak = refusal instanceof RestRefusal && refusal.code === "weakPassword";
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
