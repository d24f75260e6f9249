import { formatNumber } from "@atrium/i18n";
import type { ReactNode } from "react";
import { CloseIcon } from "../icons.ts";
import { t } from "../strings/index.ts";
import "./label.css";

export type Tone = "neutral" | "accent" | "danger" | "warning" | "success" | "info";

/** A count. Nothing at zero; `max+` above `max`. `label` says in words what is counted. */
export function Badge({
  count,
  max = 999,
  tone = "neutral",
  label,
}: {
  readonly count: number;
  readonly max?: number;
  readonly tone?: "neutral" | "accent" | "danger";
  readonly label?: string;
}): ReactNode {
  if (count <= 0) return null;
  const text = count > max ? `${formatNumber(max)}+` : formatNumber(count);
  return (
    <span className="a-badge" data-tone={tone}>
      <span aria-hidden={label === undefined ? undefined : true}>{text}</span>
      {label !== undefined && <span className="a-hidden">{label}</span>}
    </span>
  );
}

/** A short word on a coloured ground: a label, a role, a state. */
export function Tag({
  tone = "neutral",
  hue,
  icon,
  children,
  onRemove,
}: {
  readonly tone?: Tone;
  /** 1–10, one of the ten hues of labels, instead of a tone. */
  readonly hue?: number;
  readonly icon?: ReactNode;
  readonly children: string;
  readonly onRemove?: () => void;
}): ReactNode {
  return (
    <span className="a-tag" data-tone={tone} data-hue={hue}>
      {icon}
      <span className="a-tag-label">{children}</span>
      {onRemove !== undefined && (
        <button
          type="button"
          className="a-tag-remove"
          aria-label={t("remove", { name: children })}
          onClick={onRemove}
        >
          <CloseIcon />
        </button>
      )}
    </span>
  );
}

/** Words for screen readers only. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }): ReactNode {
  return <span className="a-hidden">{children}</span>;
}
