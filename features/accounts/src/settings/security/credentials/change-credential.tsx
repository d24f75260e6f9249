import {
  ClientCredential,
  type ClientCredentialRecord,
  type CredentialAccess,
} from "@atrium/contract/types/client-credential";
import { useClient } from "@atrium/feature-suite/parts";
import { setNow, type Account } from "@atrium/jmap";
import { proven, sentence, useSubmit } from "@atrium/settings-page";
import { FormDialog, TextField, toast } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { t } from "../../strings/index.ts";
import { AccessFields } from "./access-fields.tsx";

/** Changes what an app password or a token is called and opens. */
export function ChangeCredentialDialog({
  account,
  credential,
  onClose,
}: {
  readonly account: Account;
  readonly credential: ClientCredentialRecord;
  readonly onClose: () => void;
}): ReactNode {
  const client = useClient();
  const [name, setName] = useState(credential.name);
  const [access, setAccess] = useState<CredentialAccess>(credential);
  const { busy, refusal, submit } = useSubmit(async () => {
    const { scope, isReadOnly } = access;
    const update = { [credential.id]: { name, scope, isReadOnly } };
    await proven(() => setNow(client, account, ClientCredential, { update }));
    toast({ severity: "success", message: t("credentialChanged", { name }) });
    onClose();
  });
  return (
    <FormDialog
      title={t("changeTitle", { name: credential.name })}
      confirmLabel={t("saveChange")}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t("name")}
        autoComplete="off"
        maxLength={200}
        required
        value={name}
        error={refusal === undefined ? undefined : sentence(refusal)}
        onChange={(event) => setName(event.target.value)}
      />
      <AccessFields access={access} onChange={setAccess} />
    </FormDialog>
  );
}
