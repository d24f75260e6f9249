import { formatDuration } from "@atrium/i18n";
import { Group } from "@atrium/settings-page";
import { Select } from "@atrium/ui";
import type { ReactNode } from "react";
import { Reason, type PolicyPart } from "./part.tsx";
import { t } from "./strings/index.ts";

const HOUR = 3600;
const DAY = 24 * HOUR;
/** Lengths that are offered, in seconds. */
const IDLE = [HOUR / 2, HOUR, 4 * HOUR, 8 * HOUR, DAY, 3 * DAY, 7 * DAY];
const MAX = [8 * HOUR, 12 * HOUR, DAY, 7 * DAY, 14 * DAY, 30 * DAY];

/** How long browsers stay signed in. */
export function SessionsPolicy({ policies, change }: PolicyPart): ReactNode {
  const { sessionIdle, sessionMax, sessionsReason } = policies;
  return (
    <Group title={t("sessions")} intro={t("sessionsMore")}>
      <div className="settings-form">
        <Length
          label={t("sessionIdle")}
          offered={IDLE}
          limit={policies.sessionIdleLimit}
          value={sessionIdle}
          onChange={(sessionIdle) => change({ sessionIdle })}
        />
        <Length
          label={t("sessionMax")}
          offered={MAX}
          limit={policies.sessionMaxLimit}
          value={sessionMax}
          onChange={(sessionMax) => change({ sessionMax })}
        />
        {(sessionIdle !== null || sessionMax !== null) && (
          <Reason
            value={sessionsReason}
            onChange={(sessionsReason) => change({ sessionsReason })}
          />
        )}
      </div>
    </Group>
  );
}

function Length({
  label,
  offered,
  limit,
  value,
  onChange,
}: {
  readonly label: string;
  readonly offered: readonly number[];
  /** The server's own, beyond which nothing lasts. */
  readonly limit: number;
  /** `null`: as long as the server lets it be. */
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
}): ReactNode {
  // One that was set elsewhere stands among them as well.
  const lengths = [...new Set([...offered, ...(value === null ? [] : [value])])]
    .filter((one) => one < limit)
    .sort((a, b) => a - b);
  return (
    <Select
      label={label}
      options={[
        ...lengths.map((one) => ({ value: String(one), label: formatDuration(one) })),
        { value: String(limit), label: t("longest", { time: formatDuration(limit) }) },
      ]}
      value={String(Math.min(value ?? limit, limit))}
      onChange={(chosen) => onChange(Number(chosen) === limit ? null : Number(chosen))}
    />
  );
}
