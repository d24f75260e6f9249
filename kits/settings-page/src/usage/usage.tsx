import { fullnessOf } from "@atrium/contract/types/quota";
import { formatBytes, formatNumber } from "@atrium/i18n";
import { Tag } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "../strings/index.ts";
import "./usage.css";

type Part = readonly [name: string, used: number];

/** What is used as a bar, with its figures in words below. Without a limit there is no bar, which would look full. */
export function Usage({
  label,
  kind,
  used,
  limit,
  warnAt = limit,
  parts = [],
}: {
  readonly label: string;
  readonly kind: "octets" | "count";
  readonly used: number;
  readonly limit: number | null;
  /** From where on it is said that it is nearly full. */
  readonly warnAt?: number | null;
  /** What it is made of, the largest first as a rule. */
  readonly parts?: readonly Part[];
}): ReactNode {
  const figure = kind === "octets" ? formatBytes : formatNumber;
  const state =
    limit === null
      ? "fine"
      : fullnessOf({ used, hardLimit: limit, warnLimit: warnAt, resourceType: kind });
  const values = { used: figure(used), limit: limit === null ? "" : figure(limit) };
  const text =
    kind === "octets"
      ? t(limit === null ? "octetsUsed" : "octetsUsedOf", values)
      : limit === null
        ? values.used
        : t("countOf", values);
  const whole = Math.max(1, limit ?? 0);
  const bar = (parts.length > 0 ? parts : [[label, used] as const]).map(([name, part]) => (
    <span key={name} style={{ inlineSize: `${Math.min(100, (part / whole) * 100)}%` }} />
  ));
  return (
    <div className="settings-usage">
      <div className="settings-usage-head">
        <strong>{label}</strong>
        {state !== "fine" && (
          <Tag tone={state === "full" ? "danger" : "warning"}>
            {t(state === "full" ? "full" : "nearlyFull")}
          </Tag>
        )}
      </div>
      {limit !== null && (
        <div
          className="settings-meter"
          role="meter"
          data-state={state}
          aria-label={label}
          aria-valuetext={text}
          aria-valuemin={0}
          aria-valuemax={limit}
          aria-valuenow={Math.min(used, limit)}
        >
          {bar}
        </div>
      )}
      <p>
        <span>{text}</span>
        <span className="settings-quiet">
          {limit === null
            ? t("noLimit")
            : t("leftOver", { left: figure(Math.max(0, limit - used)) })}
        </span>
      </p>
      {parts.length > 0 && (
        <ul className="settings-usage-parts">
          {parts.map(([name, part]) => (
            <li key={name}>
              {name} <span className="settings-quiet">{figure(part)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
