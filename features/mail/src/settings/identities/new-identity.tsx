import { Identity } from "@atrium/contract/types/identity";
import { SetRefused } from "@atrium/jmap";
import { navigate } from "@atrium/shell";
import { AddIcon, Button, FormDialog, TextField } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import type { MailAccount } from "../mail-accounts/mail-accounts.ts";
import { mailSentence } from "../mail-accounts/use-mail.ts";
import { t } from "../strings/index.ts";

/** Makes an identity for an address of the account, which the server decides, and leads to its page. */
export function NewIdentity({
  mail,
  example,
  home,
}: {
  readonly mail: MailAccount;
  /** An address of the account. */
  readonly example: string;
  /** The path of its identities. */
  readonly home: string;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<AddIcon />} onClick={() => setOpen(true)}>
        {t("newIdentity")}
      </Button>
      {isOpen && (
        <NewIdentityDialog
          mail={mail}
          example={withDetail(example)}
          onMade={(id) => navigate(`${home}/${mail.account.id}/${id}`)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** `bob+shop@example.org`, which reaches whoever has the address without it. */
const withDetail = (address: string): string => address.replace(/(?=@)/, "+shop");

function NewIdentityDialog({
  mail,
  example,
  onMade,
  onClose,
}: {
  readonly mail: MailAccount;
  readonly example: string;
  readonly onMade: (id: string) => void;
  readonly onClose: () => void;
}): ReactNode {
  const [email, setEmail] = useState("");
  const [name, setName] = useState("");
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    setBusy(true);
    try {
      const made = await mail.account.create(Identity, { email: email.trim(), name: name.trim() });
      onMade(made.id);
    } catch (failure) {
      setError(whyNot(failure));
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={t("newIdentity")}
      confirmLabel={t("create")}
      busy={isBusy}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <TextField
        label={t("identityAddress")}
        hint={t("identityAddressHint", { address: example })}
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
        maxLength={320}
        required
        value={email}
        error={error}
        onChange={(event) => {
          setError(undefined);
          setEmail(event.target.value);
        }}
      />
      <TextField
        label={t("nameShown")}
        autoComplete="name"
        maxLength={500}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}

function whyNot(error: unknown): string {
  const type = error instanceof SetRefused ? error.refused["new"]?.type : undefined;
  return type === "forbiddenFrom" || type === "invalidProperties"
    ? t("notYourAddress")
    : mailSentence(error);
}
