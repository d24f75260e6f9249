import { formatDuration } from "@atrium/i18n";
import { Button, EmptyState, TrashIcon } from "@atrium/ui";
import type { ReactNode } from "react";
import { useDrive } from "../drive-context.tsx";
import { t } from "../strings/index.ts";

/** For how long things stay in the trash; nothing until that is known. */
function useKeptFor(): string | undefined {
  const { trashLifetime } = useDrive();
  return trashLifetime === undefined
    ? undefined
    : t("trashKept", { time: formatDuration(trashLifetime) });
}

/** What becomes of what lies in the trash, and the way to be rid of it at once. */
export function TrashNote({ onEmpty }: { readonly onEmpty: () => void }): ReactNode {
  return (
    <div className="drive-trash-note">
      <span>{useKeptFor()}</span>
      <Button size="small" onClick={onEmpty}>
        {t("emptyTrash")}
      </Button>
    </div>
  );
}

export function TrashIsEmpty(): ReactNode {
  return (
    <EmptyState icon={<TrashIcon />} title={t("trashIsEmpty")}>
      {useKeptFor()}
    </EmptyState>
  );
}
