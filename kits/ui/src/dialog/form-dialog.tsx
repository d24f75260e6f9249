import { useId, type ReactNode } from "react";
import { Button } from "../button/button.tsx";
import { t } from "../strings/index.ts";
import { Dialog, type DialogProps } from "./dialog.tsx";

/** Unless one of the fields asks for it, the first takes the focus. What it proposes gives way to what is typed. */
function focusFirst(form: HTMLFormElement | null): void {
  if (form === null || form.contains(document.activeElement)) return;
  const field = form.querySelector<HTMLInputElement>(":is(input, textarea):not([hidden])");
  field?.focus();
  field?.select();
}

/**
 * A dialog that is one form, sent by its button or by Enter, the focus in its first field. It stays until whoever shows
 * it takes it away.
 */
export function FormDialog({
  confirmLabel,
  onSubmit,
  danger = false,
  busy = false,
  children,
  ...dialog
}: Omit<DialogProps, "actions" | "open" | "mustAnswer"> & {
  readonly confirmLabel: string;
  readonly onSubmit: () => void;
  readonly danger?: boolean;
  readonly busy?: boolean;
}): ReactNode {
  const form = useId();
  return (
    <Dialog
      size="small"
      {...dialog}
      open
      actions={
        <>
          <Button onClick={dialog.onClose}>{t("cancel")}</Button>
          <Button variant={danger ? "danger" : "primary"} type="submit" form={form} busy={busy}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form
        id={form}
        ref={focusFirst}
        className="a-dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
