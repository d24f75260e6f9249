import type { Person } from "@atrium/contract/types/person";
import { useClient } from "@atrium/feature-suite/parts";
import { codeOf, passwordFault, proven, sentence, useSubmit } from "@atrium/settings-page";
import { Choice, FormDialog, TextField, toast } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { domainOf, InitialPasswordField, NameField } from "../fields.tsx";
import type { DialogProps } from "../list/all-of.tsx";
import { t } from "../strings/index.ts";
import { InvitationDialog, inviteBy, type MadeInvitation } from "./invite.tsx";

type WayIn = "link" | "password";

/** Asks for what a new person needs: name, address, and an invitation link or a first password. */
export function AddPersonDialog({
  session,
  account,
  onAdd,
  onClose,
}: DialogProps<typeof Person>): ReactNode {
  const client = useClient();
  const [name, setName] = useState("");
  const [address, setAddress] = useState("");
  const [wayIn, setWayIn] = useState<WayIn>("link");
  const [password, setPassword] = useState("");
  const [wasShort, setWasShort] = useState(false);
  const [id, setId] = useState<string>();
  const [made, setMade] = useState<MadeInvitation>();
  const domain = domainOf(session);
  const fault = wayIn === "password" ? passwordFault(password) : undefined;

  const { busy, refusal, submit } = useSubmit(async () => {
    const whole = address.includes("@") ? address : address + domain;
    const person = { name: name.trim(), address: whole.trim() };
    // Who is there already when the link was refused is not made twice.
    const made = id ?? (await onAdd(wayIn === "password" ? { ...person, password } : person));
    setId(made);
    if (wayIn === "link") {
      setMade(await proven(() => inviteBy(client, account, made)));
      return;
    }
    toast({ severity: "success", message: t("personAdded", { name: name.trim() }) });
    onClose(made);
  });
  function send(): void {
    setWasShort(fault !== undefined);
    if (fault === undefined) submit();
  }

  if (made) return <InvitationDialog name={name.trim()} made={made} onClose={() => onClose(id)} />;
  const weak = codeOf(refusal) === "weakPassword";
  return (
    <FormDialog
      size="medium"
      title={t("addPerson")}
      onClose={() => onClose(id)}
      confirmLabel={t("add")}
      busy={busy}
      onSubmit={send}
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
      <Choice
        label={t("firstSignIn")}
        options={[
          { value: "link", label: t("byLink") },
          { value: "password", label: t("byPassword") },
        ]}
        value={wayIn}
        onChange={setWayIn}
        {...(wayIn === "link" && { hint: t("byLinkMore") })}
      />
      {wayIn === "password" && (
        <InitialPasswordField
          label={t("initialPassword")}
          value={password}
          error={(wasShort ? fault : undefined) ?? (weak ? sentence(refusal) : undefined)}
          onChange={setPassword}
        />
      )}
    </FormDialog>
  );
}
