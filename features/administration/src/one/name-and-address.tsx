import { Button, TextField } from "@atrium/ui";
import { useState, type FormEvent, type ReactNode } from "react";
import { NameField } from "../fields.tsx";
import { t } from "../strings/index.ts";

/** What something is called and where mail to it goes; saved together. */
export function NameAndAddress(given: {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  /** One address, or several with commas between them. */
  readonly address: string;
  /** Both trimmed. */
  readonly onSave: (name: string, address: string) => void;
}): ReactNode {
  // Whoever changes it elsewhere meanwhile is shown.
  return <Form key={`${given.name}\n${given.address}`} {...given} />;
}

function Form({ label, hint, onSave, ...given }: Parameters<typeof NameAndAddress>[0]): ReactNode {
  const [name, setName] = useState(given.name);
  const [address, setAddress] = useState(given.address);
  const isChanged = name.trim() !== given.name || address.trim() !== given.address;
  function save(event: FormEvent): void {
    event.preventDefault();
    onSave(name.trim(), address.trim());
  }
  return (
    <form className="settings-form" onSubmit={save}>
      <NameField value={name} onChange={setName} />
      <TextField
        label={label}
        hint={hint}
        autoComplete="off"
        spellCheck={false}
        value={address}
        onChange={(event) => setAddress(event.target.value)}
      />
      <Button variant="primary" type="submit" disabled={!isChanged}>
        {t("save")}
      </Button>
    </form>
  );
}
