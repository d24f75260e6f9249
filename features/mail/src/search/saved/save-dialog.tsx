import { FormDialog, TextField, toast } from "@atrium/ui";
import { useState, type ReactNode } from "react";
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
  readonly onSave: (name: string) => Promise<unknown>;
}): ReactNode {
  const [name, setName] = useState(first);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
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
    <FormDialog
      onClose={onClose}
      title={title}
      confirmLabel={t("save")}
      busy={isBusy}
      onSubmit={() => void save()}
    >
      <TextField
        label={t("name")}
        hint={hint}
        error={error}
        maxLength={80}
        autoComplete="off"
        value={name}
        onChange={(event) => {
          setName(event.target.value);
          setError(undefined);
        }}
      />
    </FormDialog>
  );
}
