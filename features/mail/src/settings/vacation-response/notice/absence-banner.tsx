import { href } from "@atrium/contract/href";
import { VACATION_RESPONSE_ID, VacationResponse } from "@atrium/contract/types/vacation-response";
import { formatDate } from "@atrium/i18n";
import type { Account } from "@atrium/jmap";
import { follow } from "@atrium/shell";
import { Banner, Button, ButtonLink, offerUndo, toast } from "@atrium/ui";
import type { ReactNode } from "react";
import "./absence-banner.css";
import { t } from "./strings/index.ts";

const SETTINGS = href("/setting/:section", { section: "absence" });

/** Says that mail is answered, until when, and how to end it. */
export function AbsenceBanner({
  account,
  until,
}: {
  readonly account: Account;
  /** The first moment in which it is no longer. */
  readonly until: number | null;
}): ReactNode {
  async function set(isEnabled: boolean): Promise<void> {
    try {
      const update = { [VACATION_RESPONSE_ID]: { isEnabled } };
      await account.mutate({ type: VacationResponse, update });
      if (!isEnabled) offerUndo({ message: t("turnedOff"), onUndo: () => void set(true) });
    } catch {
      toast({ severity: "danger", message: t("notTurned") });
    }
  }
  return (
    <div className="settings-absence-notice">
      <Banner
        severity="info"
        title={until === null ? t("isOn") : t("isOnUntil", { date: formatDate(until - 1) })}
        actions={
          <>
            <Button size="small" onClick={() => void set(false)}>
              {t("turnOff")}
            </Button>
            <ButtonLink size="small" variant="quiet" href={SETTINGS} onClick={follow(SETTINGS)}>
              {t("change")}
            </ButtonLink>
          </>
        }
      />
    </div>
  );
}
