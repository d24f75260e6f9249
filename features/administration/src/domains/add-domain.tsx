import type { Domain } from "@atrium/contract/types/domain";
import { sentence, useSubmit } from "@atrium/settings-page";
import { FormDialog, TextField, toast } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import type { DialogProps } from "../list/all-of.tsx";
import { t as administration } from "../strings/index.ts";
import { t } from "./strings/index.ts";

/** Asks for the name of a domain whose mail is to be taken. */
export function AddDomainDialog({ onAdd, onClose }: DialogProps<typeof Domain>): ReactNode {
  const [name, setName] = useState("");
  const { busy, refusal, submit } = useSubmit(async () => {
    const made = await onAdd({ name: name.trim() });
    toast({ severity: "success", message: t("domainAdded", { name: name.trim() }) });
    onClose(made);
  });
  return (
    <FormDialog
      title={administration("addDomain")}
      onClose={onClose}
      confirmLabel={administration("add")}
      busy={busy}
      onSubmit={submit}
    >
      <TextField
        label={t("domain")}
        hint={t("domainHint")}
        autoComplete="off"
        spellCheck={false}
        required
        value={name}
        error={refusal ? sentence(refusal) : undefined}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}
