import { useEffect, useState, type ReactNode } from "react";
import { Button } from "../button/button.tsx";
import { TextField } from "../field/text-field.tsx";
import { deferred } from "../deferred/deferred.ts";
import { t } from "../strings/index.ts";

export interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children?: ReactNode;
  /** Buttons at the foot, the main one last. */
  readonly actions?: ReactNode;
  /** Beside the title. */
  readonly tools?: ReactNode;
  /** `full` is as large as the window. */
  readonly size?: "small" | "medium" | "large" | "full";
  /** For what must be answered: neither Escape nor a click outside closes it. */
  readonly mustAnswer?: boolean;
}

const useDialogWindow = deferred(() =>
  import("./dialog-window.tsx").then((module) => module.DialogWindow),
);

/** A window above the page that takes the focus and gives it back. */
export function Dialog({ open, ...props }: DialogProps): ReactNode {
  const { Part, prepare } = useDialogWindow();
  useEffect(() => {
    if (open) prepare();
  }, [open, prepare]);
  return open && Part !== undefined ? <Part {...props} /> : null;
}

/** Asks before what cannot be undone; with `typeToConfirm` the word must be typed. Enter confirms what is no danger. */
export function Confirm({
  confirmLabel,
  onConfirm,
  danger = false,
  busy = false,
  typeToConfirm,
  error,
  children,
  ...dialog
}: Omit<DialogProps, "actions" | "size"> & {
  readonly confirmLabel: string;
  readonly onConfirm: () => void;
  readonly danger?: boolean;
  readonly busy?: boolean;
  readonly typeToConfirm?: string;
  /** Why it could not be done. */
  readonly error?: string | undefined;
}): ReactNode {
  const [typed, setTyped] = useState("");
  // What was typed is kept for another try, and gone when the dialog opens again.
  const [wasOpen, setWasOpen] = useState(dialog.open);
  if (wasOpen !== dialog.open) {
    setWasOpen(dialog.open);
    setTyped("");
  }
  return (
    <Dialog
      {...dialog}
      size="small"
      actions={
        <>
          <Button onClick={dialog.onClose}>{t("cancel")}</Button>
          <Button
            variant={danger ? "danger" : "primary"}
            autoFocus={!danger && typeToConfirm === undefined}
            busy={busy}
            disabled={typeToConfirm !== undefined && typed !== typeToConfirm}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
      {typeToConfirm !== undefined && (
        <TextField
          label={t("typeToConfirm", { word: typeToConfirm })}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {error !== undefined && (
        <p className="a-field-error" role="alert">
          {error}
        </p>
      )}
    </Dialog>
  );
}
