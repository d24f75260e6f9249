import { api } from "@atrium/contract/api/index";
import type { ClientCredential, CredentialAccess } from "@atrium/contract/api/security";
import { PasswordAgain } from "@atrium/settings-page";
import { rest } from "@atrium/shell";
import { TextField, toast } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { t } from "../../strings/index.ts";
import { AccessFields } from "./access-fields.tsx";

/** Changes what an app password or a token is called and opens. */
export function ChangeCredentialDialog({
  credential,
  address,
  onChanged,
  onClose,
}: {
  readonly credential: ClientCredential;
  readonly address: string;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}): ReactNode {
  const [name, setName] = useState(credential.name);
  const [access, setAccess] = useState<CredentialAccess>(credential);
  return (
    <PasswordAgain
      title={t("changeTitle", { name: credential.name })}
      address={address}
      confirmLabel={t("change")}
      onClose={onClose}
      onProof={async (proof) => {
        const { scope, isReadOnly } = access;
        const params = { id: credential.id };
        await rest(api.credentials.change, { params, body: { ...proof, name, scope, isReadOnly } });
        toast({ severity: "success", message: t("credentialChanged", { name }) });
        onChanged();
        onClose();
      }}
    >
      <TextField
        label={t("name")}
        autoComplete="off"
        maxLength={200}
        required
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <AccessFields access={access} onChange={setAccess} />
    </PasswordAgain>
  );
}
