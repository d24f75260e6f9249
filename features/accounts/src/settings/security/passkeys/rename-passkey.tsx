import { Passkey, type PasskeyRecord } from "@atrium/contract/types/passkey";
import { useClient } from "@atrium/feature-suite/parts";
import { setNow, type Account } from "@atrium/jmap";
import { proven, sentence, useSubmit } from "@atrium/settings-page";
import { FormDialog, toast } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { t } from "../../strings/index.ts";
import { PasskeyNameField } from "./name-field.tsx";

/** Another name for a passkey. */
export function RenamePasskeyDialog({
  account,
  passkey: { id, name: before },
  onClose,
}: {
  readonly account: Account;
  readonly passkey: PasskeyRecord;
  readonly onClose: () => void;
}): ReactNode {
  const client = useClient();
  const [name, setName] = useState(before);
  const { busy, refusal, submit } = useSubmit(async () => {
    await proven(() => setNow(client, account, Passkey, { update: { [id]: { name } } }));
    toast({ severity: "success", message: t("passkeyRenamed") });
    onClose();
  });
  return (
    <FormDialog
      title={t("renamePasskey")}
      confirmLabel={t("rename")}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <PasskeyNameField
        name={name}
        error={refusal === undefined ? undefined : sentence(refusal)}
        onChange={setName}
      />
    </FormDialog>
  );
}
