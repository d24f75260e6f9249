import { Button, Dialog, TextField, toast } from "@atrium/ui";
import { useId, useState, type ReactNode } from "react";
import { t } from "../strings/index.ts";
import { isTooMany } from "./saved-searches.ts";

/** Asks for the name of a saved search. What could not be saved stays, and says why. */
export function SaveDialog({
  title,
  hint,
  name: first,
  onClose,
  onSave,
}: {
  readonly title: string;
  readonly hint?: string;
  readonly name: string;
  readonly onClose: () => void;
  readonly onSave: (name: string) => Promise<void>;
}): ReactNode {
  const [name, setName] = useState(first);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const form = useId();
  const save = async (): Promise<void> => {
    const called = name.trim();
    if (called === "") {
      setError(t("nameNeeded"));
      return;
    }
    setBusy(true);
    try {
      await onSave(called);
      toast({ message: t("saved"), severity: "success" });
      onClose();
    } catch (failure) {
      setError(t(isTooMany(failure) ? "tooManySaved" : "notSaved"));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="small"
      actions={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button variant="primary" type="submit" form={form} busy={isBusy}>
            {t("save")}
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label={t("name")}
          hint={hint}
          error={error}
          maxLength={80}
          autoFocus
          autoComplete="off"
          value={name}
          onChange={(event) => {
            setName(event.target.value);
            setError(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
