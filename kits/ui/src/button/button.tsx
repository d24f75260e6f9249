import {
  useState,
  type AnchorHTMLAttributes,
  type ButtonHTMLAttributes,
  type ReactNode,
  type Ref,
} from "react";
import { classes } from "../classes.ts";
import { t } from "../strings/index.ts";
import "./button.css";

interface Look {
  readonly variant?: "primary" | "secondary" | "quiet" | "danger";
  readonly size?: "small" | "medium" | "large";
  readonly icon?: ReactNode;
  /** A sign after the words, as the arrow of what opens. */
  readonly trailing?: ReactNode;
}

export type ButtonProps = Look &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    /** Work is under way: the button keeps its size and focus, and does nothing. */
    readonly busy?: boolean;
    readonly ref?: Ref<HTMLButtonElement>;
  };

export type ButtonLinkProps = Look &
  AnchorHTMLAttributes<HTMLAnchorElement> & {
    readonly href: string;
    readonly ref?: Ref<HTMLAnchorElement>;
  };

/** A button with words. One `primary` a screen; `quiet` in bars; `danger` only for what cannot be undone. */
export function Button({
  variant = "secondary",
  size = "medium",
  icon,
  trailing,
  busy = false,
  disabled = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps): ReactNode {
  const [hasFocus, setHasFocus] = useState(false);
  const isOff = busy || disabled;
  return (
    <button
      type="button"
      {...rest}
      // One that is disabled under the focus would lose it to the page.
      disabled={disabled && !hasFocus}
      onFocus={(event) => {
        setHasFocus(true);
        rest.onFocus?.(event);
      }}
      onBlur={(event) => {
        setHasFocus(false);
        rest.onBlur?.(event);
      }}
      className={classes("a-button", className)}
      data-variant={variant}
      data-size={size}
      aria-busy={busy || undefined}
      aria-disabled={isOff || rest["aria-disabled"] || undefined}
      onClick={(event) => {
        // A busy submit button must not send its form a second time.
        if (isOff) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy ? <Spinner /> : icon}
      <span className="a-button-label">{children}</span>
      {trailing}
      {busy && <span className="a-hidden">{t("working")}</span>}
    </button>
  );
}

/** A link that looks like a button, for what goes to another page. */
export function ButtonLink({
  variant = "secondary",
  size = "medium",
  icon,
  trailing,
  className,
  children,
  ...rest
}: ButtonLinkProps): ReactNode {
  return (
    <a {...rest} className={classes("a-button", className)} data-variant={variant} data-size={size}>
      {icon}
      <span className="a-button-label">{children}</span>
      {trailing}
    </a>
  );
}

/** A link in running text. */
export function Link({ className, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>): ReactNode {
  return <a {...rest} className={classes("a-link", className)} />;
}

/** Turns while something short is under way. Lists and pages show skeletons instead. */
export function Spinner({ label }: { readonly label?: string }): ReactNode {
  return (
    <span className="a-spinner" role={label === undefined ? undefined : "status"}>
      {label !== undefined && <span className="a-hidden">{label}</span>}
    </span>
  );
}
