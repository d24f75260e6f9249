import { api } from "@atrium/contract/api/index";
import type { Passkey } from "@atrium/contract/api/passkeys";
import { rest } from "@atrium/shell";
import { Button, Dialog, TextField } from "@atrium/ui";
import { useId, useState, type FormEvent, type ReactNode } from "react";
import { t } from "../../strings/index.ts";
import { sentence } from "../../use-answer.ts";

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
  const form = useId();
  const [name, setName] = useState(before);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setRefusal(undefined);
    try {
      await rest(api.passkeys.rename, { params: { id }, body: { name } });
      onRenamed();
    } catch (error) {
      setRefusal(error);
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      size="small"
      title={t("renamePasskey")}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button variant="primary" type="submit" form={form} busy={busy}>
            {t("rename")}
          </Button>
        </>
      }
    >
      <form id={form} className="settings-form" onSubmit={(event) => void submit(event)}>
        <TextField
          label={t("name")}
          hint={t("passkeyNameHint")}
          autoComplete="off"
          autoFocus
          maxLength={200}
          required
          value={name}
          error={refusal === undefined ? undefined : sentence(refusal)}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
