import type { SessionInfo } from "@atrium/contract/api/session";
import { usePolicies } from "@atrium/feature-suite/parts";
import { formatDate } from "@atrium/i18n";
import { serverTime } from "@atrium/jmap";
import { Locked } from "@atrium/settings-page";
import type { ReactNode } from "react";
import { t } from "../../strings/index.ts";

/** That the organisation asks the person for a second factor, and why. */
export function Required({ roles }: Pick<SessionInfo, "roles">): ReactNode {
  const policies = usePolicies();
  if (!policies) return null;
  const { secondFactorFor: whom, secondFactorFrom: from, secondFactorReason } = policies;
  const isMeant =
    whom === "everybody" || (whom === "administrators" && roles.includes("administrator"));
  if (!isMeant || from === null) return null;
  const isDue = Date.parse(from) <= serverTime();
  return (
    <Locked reason={secondFactorReason}>
      {isDue ? t("factorRequired") : t("factorRequiredFrom", { date: formatDate(from) })}
    </Locked>
  );
}
