import {
  useId,
  useState,
  type InputHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
} from "react";
import { CloseIcon, ErrorIcon, HideIcon, SearchIcon, ShowIcon } from "../icons.ts";
import { t } from "../strings/index.ts";
import "./field.css";

interface Surroundings {
  readonly label: string;
  readonly hideLabel?: boolean | undefined;
  readonly hint?: ReactNode;
  /** What is wrong and what to do; its presence marks the field as invalid. */
  readonly error?: string | undefined;
}

export type TextFieldProps = Surroundings &
  Omit<InputHTMLAttributes<HTMLInputElement>, "prefix"> & {
    readonly prefix?: ReactNode;
    readonly suffix?: ReactNode;
    readonly ref?: Ref<HTMLInputElement>;
  };

/** One line of text with its label, hint and error. Native attributes pass through to the input. */
export function TextField({
  label,
  hideLabel,
  hint,
  error,
  prefix,
  suffix,
  className,
  ...input
}: TextFieldProps): ReactNode {
  const own = useId();
  const id = input.id ?? own;
  return (
    <Field {...{ id, label, hideLabel, hint, error, className }}>
      <span className="a-field-box">
        {prefix !== undefined && <span className="a-field-prefix">{prefix}</span>}
        <input type="text" {...input} {...described(id, hint, error)} id={id} />
        {suffix !== undefined && <span className="a-field-suffix">{suffix}</span>}
      </span>
    </Field>
  );
}

/** Several lines of text. */
export function TextArea({
  label,
  hideLabel,
  hint,
  error,
  className,
  ...area
}: Surroundings & TextareaHTMLAttributes<HTMLTextAreaElement>): ReactNode {
  const own = useId();
  const id = area.id ?? own;
  return (
    <Field {...{ id, label, hideLabel, hint, error, className }}>
      <span className="a-field-box">
        <textarea rows={4} {...area} {...described(id, hint, error)} id={id} />
      </span>
    </Field>
  );
}

/** A password that can be shown, and that says when Caps Lock is on; that goes before an older error. */
export function PasswordField({
  hint,
  error,
  onKeyUp,
  onBlur,
  ...props
}: TextFieldProps): ReactNode {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watch = (event: KeyboardEvent<HTMLInputElement>): void => {
    setCapsLock(event.getModifierState("CapsLock"));
    onKeyUp?.(event);
  };
  return (
    <TextField
      spellCheck={false}
      autoCapitalize="none"
      {...props}
      type={shown ? "text" : "password"}
      hint={capsLock ? t("capsLock") : hint}
      error={capsLock ? undefined : error}
      onKeyUp={watch}
      onBlur={(event) => {
        setCapsLock(false);
        onBlur?.(event);
      }}
      suffix={
        <button
          type="button"
          className="a-field-action"
          aria-label={t(shown ? "hidePassword" : "showPassword")}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? <HideIcon /> : <ShowIcon />}
        </button>
      }
    />
  );
}

/** A search box: Escape and its cross empty it. */
export function SearchField({
  label,
  value,
  onValue,
  ...props
}: Omit<TextFieldProps, "value" | "prefix" | "hint" | "error"> & {
  readonly value: string;
  readonly onValue: (value: string) => void;
}): ReactNode {
  return (
    <TextField
      enterKeyHint="search"
      autoComplete="off"
      spellCheck={false}
      {...props}
      type="search"
      label={label}
      hideLabel
      placeholder={props.placeholder ?? label}
      value={value}
      onChange={(event) => onValue(event.target.value)}
      onKeyDown={(event) => {
        props.onKeyDown?.(event);
        if (event.key !== "Escape" || value === "" || event.nativeEvent.isComposing) return;
        event.stopPropagation();
        onValue("");
      }}
      prefix={<SearchIcon />}
      suffix={
        value === "" ? (
          props.suffix
        ) : (
          <button
            type="button"
            className="a-field-action"
            aria-label={t("clear")}
            onClick={() => onValue("")}
          >
            <CloseIcon />
          </button>
        )
      }
    />
  );
}

function described(
  id: string,
  hint: ReactNode,
  error: string | undefined,
): { "aria-invalid": true | undefined; "aria-describedby": string | undefined } {
  const hinted = hint === undefined ? undefined : `${id}-hint`;
  return {
    "aria-invalid": error === undefined ? undefined : true,
    "aria-describedby": error === undefined ? hinted : `${id}-error`,
  };
}

function Field({
  id,
  label,
  hideLabel = false,
  hint,
  error,
  className,
  children,
}: Surroundings & {
  readonly id: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className={className === undefined ? "a-field" : `a-field ${className}`}>
      <label className={hideLabel ? "a-hidden" : "a-field-label"} htmlFor={id}>
        {label}
      </label>
      {children}
      {error !== undefined && (
        <span className="a-field-error" id={`${id}-error`} role="alert">
          <ErrorIcon />
          {error}
        </span>
      )}
      {hint !== undefined && error === undefined && (
        <span className="a-field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}
