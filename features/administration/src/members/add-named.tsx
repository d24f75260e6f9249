import type { SessionInfo } from "@atrium/contract/api/session";
import { FormDialog, TextField } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { domainOf, NameField } from "../fields.tsx";
import { t } from "../strings/index.ts";
import { codeOf, sentence, useSubmit } from "@atrium/settings-page";

/** Asks for the name and address of something new: a shared account, a group. */
export function AddNamedDialog({
  title,
  session,
  needsAddress,
  addressHint,
  onAdd,
  onClose,
}: {
  readonly title: string;
  /** Whose domain goes behind an address that is typed without one. */
  readonly session: SessionInfo;
  readonly needsAddress: boolean;
  readonly addressHint?: string;
  /** A rejection is shown and the dialog stays. */
  readonly onAdd: (name: string, address: string) => Promise<string>;
  readonly onClose: (made?: string) => void;
}): ReactNode {
  const [name, setName] = useState("");
  const [address, setAddress] = useState("");
  const domain = domainOf(session);

  const { busy, refusal, submit } = useSubmit(async () => {
    const typed = address.trim();
    const whole = typed === "" || typed.includes("@") ? typed : `${typed}${domain}`;
    onClose(await onAdd(name.trim(), whole));
  });

  const code = codeOf(refusal);
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      confirmLabel={t("create")}
      busy={busy}
      onSubmit={submit}
    >
      <NameField value={name} onChange={setName} />
      <TextField
        label={t("address")}
        autoComplete="off"
        spellCheck={false}
        required={needsAddress}
        hint={addressHint}
        value={address}
        suffix={address.includes("@") ? undefined : domain}
        error={
          refusal === undefined
            ? undefined
            : code === "alreadyExists"
              ? t("addressTaken")
              : sentence(refusal)
        }
        onChange={(event) => setAddress(event.target.value)}
      />
    </FormDialog>
  );
}
