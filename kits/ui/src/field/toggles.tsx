import { useEffect, useId, useRef, type InputHTMLAttributes, type ReactNode } from "react";
import { CheckIcon, MinusIcon } from "../icons.ts";
import "./field.css";

/** A box to tick. Without visible words it needs an `aria-label`. */
export function Checkbox({
  label,
  hint,
  indeterminate = false,
  ...input
}: Omit<InputHTMLAttributes<HTMLInputElement>, "type"> & {
  readonly label?: string;
  readonly hint?: string;
  /** Some but not all of what it stands for. */
  readonly indeterminate?: boolean;
}): ReactNode {
  const box = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <label className="a-toggle">
      <span className="a-checkbox">
        <input
          aria-describedby={hint === undefined ? undefined : id}
          {...input}
          ref={box}
          type="checkbox"
        />
        {indeterminate ? <MinusIcon /> : <CheckIcon />}
      </span>
      {label !== undefined && <Words label={label} hint={hint} id={id} />}
    </label>
  );
}

/** A setting that holds at once when it is flipped. */
export function Switch({
  label,
  hint,
  checked,
  disabled,
  onChange,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}): ReactNode {
  const id = useId();
  return (
    <label className="a-toggle a-toggle-switch">
      <Words label={label} hint={hint} id={id} />
      <span className="a-switch">
        <input
          type="checkbox"
          role="switch"
          checked={checked}
          disabled={disabled}
          aria-describedby={hint === undefined ? undefined : id}
          onChange={(event) => onChange(event.target.checked)}
        />
      </span>
    </label>
  );
}

function Words({
  label,
  hint,
  id,
}: {
  readonly label: string;
  readonly hint: string | undefined;
  readonly id: string;
}): ReactNode {
  return (
    <span className="a-toggle-words">
      {label}
      {hint !== undefined && (
        <span className="a-field-hint" id={id} aria-hidden="true">
          {hint}
        </span>
      )}
    </span>
  );
}

export interface ChoiceOption<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly icon?: ReactNode;
}

/** One of a few, all in sight: native radio buttons drawn as one bar. */
export function Choice<T extends string>({
  label,
  hideLabel = false,
  hint,
  options,
  value,
  onChange,
}: {
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly hint?: string;
  readonly options: readonly ChoiceOption<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}): ReactNode {
  const name = useId();
  return (
    <fieldset className="a-field">
      <legend className={hideLabel ? "a-hidden" : "a-field-label"}>{label}</legend>
      <div className="a-choice">
        {options.map((option) => (
          <label key={option.value} className="a-choice-option">
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.icon}
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      {hint !== undefined && <span className="a-field-hint">{hint}</span>}
    </fieldset>
  );
}
