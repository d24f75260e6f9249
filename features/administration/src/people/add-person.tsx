import { Person } from "@atrium/contract/types/person";
import { useClient } from "@atrium/feature-suite/parts";
import { setNow, type Account } from "@atrium/jmap";
import { FormDialog, TextField, toast } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { InitialPasswordField, NameField } from "../fields.tsx";
import { codeOf, proven, sentence, useSubmit } from "@atrium/settings-page";
import { t } from "../strings/index.ts";

/** Asks for what a new person needs: name, address and a first password. */
export function AddPersonDialog({
  account,
  domain,
  onClose,
  onAdded,
}: {
  readonly account: Account;
  /** With its `@`; offered as the end of the address. */
  readonly domain: string;
  readonly onClose: () => void;
  readonly onAdded: (id: string) => void;
}): ReactNode {
  const [name, setName] = useState("");
  const [address, setAddress] = useState("");
  const [password, setPassword] = useState("");

  const client = useClient();

  const { busy, refusal, submit } = useSubmit(async () => {
    const whole = address.includes("@") ? address : address + domain;
    const person = { name: name.trim(), address: whole.trim(), password };
    const made = await proven(() => setNow(client, account, Person, { create: { person } }));
    toast({ severity: "success", message: t("personAdded", { name: name.trim() }) });
    onClose();
    onAdded(made["person"]!);
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
