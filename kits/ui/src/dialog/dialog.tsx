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
  children,
  ...dialog
}: Omit<DialogProps, "actions" | "size"> & {
  readonly confirmLabel: string;
  readonly onConfirm: () => void;
  readonly danger?: boolean;
  readonly busy?: boolean;
  readonly typeToConfirm?: string;
}): ReactNode {
  const [typed, setTyped] = useState("");
  const close = (): void => {
    setTyped("");
    dialog.onClose();
  };
  return (
    <Dialog
      {...dialog}
      onClose={close}
      size="small"
      actions={
        <>
          <Button onClick={close}>{t("cancel")}</Button>
          <Button
            variant={danger ? "danger" : "primary"}
            autoFocus={!danger && typeToConfirm === undefined}
            busy={busy}
            disabled={typeToConfirm !== undefined && typed !== typeToConfirm}
            onClick={() => {
              setTyped("");
              onConfirm();
            }}
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
    </Dialog>
  );
}
