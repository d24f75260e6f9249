import { Button, Dialog, TextField } from "@atrium/ui";
import { RestRefusal } from "@atrium/shell";
import { useId, useState, type FormEvent, type ReactNode } from "react";
import { t } from "../strings/index.ts";
import { sentence } from "../use-answer.ts";

/** Asks for the name and address of something new: a shared account, a group. */
export function AddNamedDialog({
  title,
  domain,
  needsAddress,
  addressHint,
  onAdd,
  onClose,
}: {
  readonly title: string;
  /** With its `@`; goes behind an address that is typed without one. */
  readonly domain: string;
  readonly needsAddress: boolean;
  readonly addressHint?: string;
  /** A rejection is shown and the dialog stays. */
  readonly onAdd: (name: string, address: string) => Promise<void>;
  readonly onClose: () => void;
}): ReactNode {
  const form = useId();
  const [name, setName] = useState("");
  const [address, setAddress] = useState("");
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>();
  const code = refusal instanceof RestRefusal ? refusal.code : undefined;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setRefusal(undefined);
    const typed = address.trim();
    try {
      await onAdd(name.trim(), typed === "" || typed.includes("@") ? typed : `${typed}${domain}`);
      onClose();
    } catch (error) {
      setRefusal(error);
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      size="small"
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button variant="primary" type="submit" form={form} busy={busy}>
            {t("create")}
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
      </form>
    </Dialog>
  );
}
