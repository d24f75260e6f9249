import { FormDialog, TextField } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { faultOf, tidyName } from "../acts/names.ts";
import { createNode } from "../acts/node-acts.ts";
import { refusalType } from "../acts/refused.ts";
import { useDrive } from "../drive-context.tsx";
import { t } from "../strings/index.ts";

/** Makes a folder. It stays open until the folder is there, and says what was wrong. */
export function NewFolderDialog({
  parentId,
  onMade,
  onClose,
}: {
  readonly parentId: string | null;
  readonly onMade?: (id: string) => void;
  readonly onClose: () => void;
}): ReactNode {
  const drive = useDrive();
  const [name, setName] = useState<string>(t("untitledFolder"));
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const create = async (): Promise<void> => {
    const fault = faultOf(name);
    if (fault) return setError(t(fault));
    setBusy(true);
    try {
      const id = await createNode(drive, { name: tidyName(name), parentId, nodeType: "directory" });
      onClose();
      onMade?.(id);
    } catch (refused) {
      setBusy(false);
      setError(t(refusalType(refused) === "alreadyExists" ? "nameTaken" : "folderNotMade"));
    }
    return undefined;
  };
  return (
    <FormDialog
      title={t("newFolder")}
      confirmLabel={t("create")}
      busy={isBusy}
      onSubmit={() => void create()}
      onClose={onClose}
    >
      <TextField
        label={t("name")}
        autoComplete="off"
        value={name}
        error={error}
        onChange={(event) => {
          setName(event.target.value);
          setError(undefined);
        }}
      />
    </FormDialog>
  );
}
