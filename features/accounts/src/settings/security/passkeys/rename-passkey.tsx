import { api } from "@atrium/contract/api/index";
import type { Passkey } from "@atrium/contract/api/passkeys";
import { rest } from "@atrium/shell";
import { FormDialog, TextField } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { t } from "../../strings/index.ts";
import { sentence, useSubmit } from "@atrium/settings-page";

/** What the person calls a passkey. */
export function RenamePasskeyDialog({
  passkey: { id, name: before },
  onRenamed,
  onClose,
}: {
  readonly passkey: Passkey;
  readonly onRenamed: () => void;
  readonly onClose: () => void;
}): ReactNode {
  const [name, setName] = useState(before);
  const { busy, refusal, submit } = useSubmit(async () => {
    await rest(api.passkeys.rename, { params: { id }, body: { name } });
    onRenamed();
  });
  return (
    <FormDialog
      title={t("renamePasskey")}
      confirmLabel={t("rename")}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t("name")}
        hint={t("passkeyNameHint")}
        autoComplete="off"
        maxLength={200}
        required
        value={name}
        error={refusal === undefined ? undefined : sentence(refusal)}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}
