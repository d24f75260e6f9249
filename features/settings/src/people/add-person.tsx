import { api } from "@atrium/contract/api/index";
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from "@atrium/contract/api/session";
import { rest, RestRefusal } from "@atrium/shell";
import { Button, Dialog, PasswordField, TextField, toast } from "@atrium/ui";
import { useId, useState, type FormEvent, type ReactNode } from "react";
import { t } from "../strings/index.ts";
import { sentence } from "../use-answer.ts";

/** Asks for what a new person needs: name, address and a first password. */
export function AddPersonDialog({
  open,
  domain,
  onClose,
  onAdded,
}: {
  readonly open: boolean;
  /** With its `@`; offered as the end of the address. */
  readonly domain: string;
  readonly onClose: () => void;
  readonly onAdded: () => void;
}): ReactNode {
  const form = useId();
  const [name, setName] = useState("");
  const [address, setAddress] = useState("");
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>();

  function close(): void {
    setName("");
    setAddress("");
    setPassword("");
    setRefusal(undefined);
    onClose();
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setRefusal(undefined);
    try {
      const whole = address.includes("@") ? address : address + domain;
      await rest(api.admin.people.add, {
        body: { name: name.trim(), address: whole.trim(), password },
      });
      toast({ severity: "success", message: t("personAdded", { name: name.trim() }) });
      onAdded();
      close();
    } catch (error) {
      setRefusal(error);
    } finally {
      setBusy(false);
    }
  }

  const code = refusal instanceof RestRefusal ? refusal.code : undefined;
  const weak = code === "weakPassword";
  return (
    <Dialog
      open={open}
      title={t("addPerson")}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{t("cancel")}</Button>
          <Button variant="primary" type="submit" form={form} busy={busy}>
            {t("add")}
          </Button>
        </>
      }
    >
      <form id={form} className="settings-form" onSubmit={(event) => void submit(event)}>
        <TextField
          label={t("name")}
          autoComplete="off"
          required
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label={t("address")}
          autoComplete="off"
          required
          value={address}
          suffix={address.includes("@") ? undefined : domain}
          error={refusal && !weak ? sentence(refusal) : undefined}
          onChange={(event) => setAddress(event.target.value)}
        />
        <PasswordField
          label={t("initialPassword")}
          hint={t("initialPasswordHint")}
          autoComplete="new-password"
          minLength={PASSWORD_MIN_LENGTH}
          maxLength={PASSWORD_MAX_LENGTH}
          required
          value={password}
          error={weak ? sentence(refusal) : undefined}
          onChange={(event) => setPassword(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
