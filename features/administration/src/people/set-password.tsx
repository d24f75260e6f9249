import type { PersonRecord } from "@atrium/contract/types/person";
import { useClient } from "@atrium/feature-suite/parts";
import type { Account } from "@atrium/jmap";
import { FormDialog, toast } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { InitialPasswordField } from "../fields.tsx";
import { OwnerOfPassword, passwordFault, proven, sentence, useSubmit } from "@atrium/settings-page";
import { t } from "../strings/index.ts";

/** Gives a person who forgot theirs a new password. */
export function SetPasswordDialog({
  account,
  person,
  onClose,
}: {
  readonly account: Account;
  readonly person: PersonRecord;
  readonly onClose: () => void;
}): ReactNode {
  const [password, setPassword] = useState("");
  const [wasShort, setWasShort] = useState(false);
  const fault = passwordFault(password);

  const client = useClient();
  const { busy, refusal, submit } = useSubmit(async () => {
    const given = { accountId: account.id, id: person.id, password };
    await proven(() => client.call("Person/setPassword", given));
    account.sync().catch(() => undefined);
    toast({ severity: "success", message: t("passwordSet", { name: person.name }) });
    onClose();
  });

  return (
    <FormDialog
      title={t("setPassword")}
      onClose={onClose}
      confirmLabel={t("setPassword")}
      busy={busy}
      onSubmit={() => {
        setWasShort(fault !== undefined);
        if (fault === undefined) submit();
      }}
    >
      <OwnerOfPassword address={person.address} />
      <InitialPasswordField
        label={`${t("newPassword")} (${person.name})`}
        value={password}
        error={(wasShort ? fault : undefined) ?? (refusal ? sentence(refusal) : undefined)}
        onChange={setPassword}
      />
    </FormDialog>
  );
}
