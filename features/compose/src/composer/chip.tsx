import type { EmailAddress } from "@atrium/contract/types/email";
import { useDraggable } from "@atrium/dnd";
import { CloseIcon, AwayIcon, WarningIcon } from "@atrium/ui";
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from "react";
import { absenceText } from "../people/absence-text.ts";
import type { Away } from "../people/use-absences.ts";
import { useKnownName } from "../people/names.ts";
import type { AddressField } from "../draft/draft.ts";
import { t } from "../strings/index.ts";

/** A recipient on its way from one field to another. */
export interface CarriedRecipient {
  readonly kind: "recipient";
  readonly address: EmailAddress;
  readonly from: AddressField;
}

export function isCarriedRecipient(data: unknown): data is CarriedRecipient {
  return (data as { kind?: unknown } | null)?.kind === "recipient";
}

/** A recipient. Enter edits, Delete removes, Alt with up and down moves to the field above and below. */
export function Chip({
  field,
  address,
  isValid,
  absence,
  onRemove,
  onEdit,
  onStep,
  onMove,
  onCarry,
}: {
  readonly field: AddressField;
  readonly address: EmailAddress;
  readonly isValid: boolean;
  /** Out of office. */
  readonly absence?: Away | undefined;
  readonly onRemove: () => void;
  readonly onEdit: () => void;
  readonly onStep: (by: -1 | 1) => void;
  readonly onMove: (to: "before" | "after") => void;
  /** It is being dragged, or no more. */
  readonly onCarry: (isCarried: boolean) => void;
}): ReactNode {
  const { email } = address;
  const knownName = useKnownName();
  const name = address.name ?? knownName(email);
  const { ref, dragging } = useDraggable<CarriedRecipient>({
    data: () => ({ kind: "recipient", address, from: field }),
    label: () => name ?? email,
  });
  const carry = useRef(onCarry);
  useEffect(() => {
    carry.current = onCarry;
  });
  useEffect(() => {
    if (!dragging) return undefined;
    carry.current(true);
    return () => carry.current(false);
  }, [dragging]);
  const shown = name ?? email;
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, altKey } = event;
    const act =
      key === "ArrowLeft"
        ? () => onStep(-1)
        : key === "ArrowRight"
          ? () => onStep(1)
          : key === "Delete" || key === "Backspace"
            ? onRemove
            : key === "Enter" || key === "F2"
              ? onEdit
              : altKey && key === "ArrowUp"
                ? () => onMove("before")
                : altKey && key === "ArrowDown"
                  ? () => onMove("after")
                  : undefined;
    if (!act || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    act();
  };
  return (
    <span
      ref={ref}
      className="compose-chip"
      data-dragging={dragging || undefined}
      data-invalid={!isValid || undefined}
      title={absence ? `${email}\n${absenceText(absence)}` : email}
    >
      {!isValid && <WarningIcon />}
      {absence && <AwayIcon />}
      <button
        type="button"
        tabIndex={-1}
        className="compose-chip-name"
        aria-label={isValid ? (name ? `${name}, ${email}` : email) : t("invalid", { email })}
        onKeyDown={onKeyDown}
        onDoubleClick={onEdit}
      >
        {shown}
      </button>
      <button
        type="button"
        tabIndex={-1}
        className="compose-chip-remove"
        aria-label={t("removeRecipient", { name: shown })}
        onClick={onRemove}
      >
        <CloseIcon />
      </button>
    </span>
  );
}
