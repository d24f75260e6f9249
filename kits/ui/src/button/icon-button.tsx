import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { classes } from "../classes.ts";
import { Tooltip, type TooltipSide } from "../tooltip/tooltip.tsx";
import "./button.css";

export type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children"> & {
  /** Its accessible name, and its tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  /** Keys shown in the tooltip, as `mod+k` or `e`. */
  readonly shortcut?: string;
  /** For a button that stays pressed. */
  readonly pressed?: boolean;
  readonly size?: "small" | "medium" | "large";
  readonly variant?: "quiet" | "secondary" | "primary";
  readonly tooltipSide?: TooltipSide;
  readonly ref?: Ref<HTMLButtonElement>;
};

/** A button that is only a sign. Its name shows as a tooltip on hover and on keyboard focus. */
export function IconButton({
  label,
  icon,
  shortcut,
  pressed,
  size = "medium",
  variant = "quiet",
  tooltipSide,
  className,
  ...rest
}: IconButtonProps): ReactNode {
  return (
    <Tooltip text={label} shortcut={shortcut} side={tooltipSide} names>
      <button
        type="button"
        {...rest}
        className={classes("a-button a-icon-button", className)}
        data-variant={variant}
        data-size={size}
        aria-label={label}
        aria-pressed={pressed}
        aria-keyshortcuts={rest["aria-keyshortcuts"]}
      >
        {icon}
      </button>
    </Tooltip>
  );
}
