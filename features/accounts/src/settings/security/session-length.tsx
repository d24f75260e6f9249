import { usePolicies } from "@atrium/feature-suite/parts";
import { formatDuration } from "@atrium/i18n";
import { Locked } from "@atrium/settings-page";
import type { ReactNode } from "react";
import { t } from "../strings/index.ts";

/** How long the person's sessions last, and why where the organisation decided it. */
export function SessionLength(): ReactNode {
  const policies = usePolicies();
  if (!policies) return null;
  const { sessionIdle, sessionIdleLimit, sessionMax, sessionMaxLimit, sessionsReason } = policies;
  const length = t("sessionLength", {
    idle: formatDuration(Math.min(sessionIdle ?? sessionIdleLimit, sessionIdleLimit)),
    max: formatDuration(Math.min(sessionMax ?? sessionMaxLimit, sessionMaxLimit)),
  });
  return (
    <>
      <p className="settings-quiet">{length}</p>
      {(sessionIdle !== null || sessionMax !== null) && <Locked reason={sessionsReason} />}
    </>
  );
}
