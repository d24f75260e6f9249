import { Template } from "@atrium/contract/types/template";
import { navigate } from "@atrium/shell";
import { AddIcon, Button, FormDialog, TextField } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import type { MailAccount } from "../mail-accounts/mail-accounts.ts";
import { mailSentence } from "../mail-accounts/use-mail.ts";
import { t } from "../strings/index.ts";

/** Makes an empty template of a name, and leads to its page. */
export function NewTemplate({
  mail,
  sortOrder,
  home,
}: {
  readonly mail: MailAccount;
  readonly sortOrder: number;
  /** The path of all templates. */
  readonly home: string;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState("");
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    setBusy(true);
    try {
      const record = { name: name.trim(), htmlBody: "", sortOrder };
      const { id } = await mail.account.create(Template, record);
      navigate(`${home}/${mail.account.id}/${id}`);
    } catch (failure) {
      setError(mailSentence(failure));
      setBusy(false);
    }
  };
  return (
    <>
      <Button icon={<AddIcon />} onClick={() => setOpen(true)}>
        {t("newTemplate")}
      </Button>
      {isOpen && (
        <FormDialog
          title={t("newTemplate")}
          confirmLabel={t("create")}
          busy={isBusy}
          onClose={() => setOpen(false)}
          onSubmit={() => void submit()}
        >
          <TextField
            label={t("templateName")}
            hint={t("templateNameHint")}
            autoComplete="off"
            maxLength={80}
            required
            value={name}
            error={error}
            onChange={(event) => {
              setError(undefined);
              setName(event.target.value);
            }}
          />
        </FormDialog>
      )}
    </>
  );
}
