import { api } from "@atrium/contract/api/index";
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from "@atrium/contract/api/session";
import { rest, RestRefusal } from "@atrium/shell";
import { FormDialog, PasswordField, TextField, toast } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { proven } from "../proof/proven.ts";
import { t } from "../strings/index.ts";
import { sentence } from "../use-answer.ts";
import { useSubmit } from "../use-submit.ts";

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
      <TextField
        label={t("name")}
        autoComplete="off"
        required
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label={t("address")}
        autoComplete="off"
        required
        value={address}
        suffix={address.includes("@") ? undefined : domain}
        error={refusal && !weak ? sentence(refusal) : undefined}
        onChange={(event) => setAddress(event.target.value)}
      />
      <PasswordField
        label={t("initialPassword")}
        hint={t("initialPasswordHint")}
        autoComplete="new-password"
        minLength={PASSWORD_MIN_LENGTH}
        maxLength={PASSWORD_MAX_LENGTH}
        required
        value={password}
        error={weak ? sentence(refusal) : undefined}
        onChange={(event) => setPassword(event.target.value)}
      />
    </FormDialog>
  );
}
