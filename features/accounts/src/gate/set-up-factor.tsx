import type { SessionInfo } from "@atrium/contract/api/session";
import { formatDate } from "@atrium/i18n";
import { refreshSession, signOut } from "@atrium/shell";
import { passkeysAway } from "@atrium/shell/passkeys";
import { setPreferences } from "@atrium/state";
import { Button, PasskeyIcon, useTitle } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { AuthPage } from "../auth/auth-page.tsx";
import { SetUpPasskeyDialog } from "../settings/security/passkeys/set-up-passkey.tsx";
import { SetUpSecondFactor } from "../settings/security/second-factor/set-up-second-factor.tsx";
import { t } from "../strings/index.ts";
import { today } from "./today.ts";

/** The organisation asks for a second factor: in place of the page until there is one, or until the person puts it off. */
export function SetUpFactor({
  session: { address, organisation, owesSecondFactor },
}: {
  readonly session: SessionInfo;
}): ReactNode {
  useTitle(t("factorAsked"), organisation);
  const [addsPasskey, setAddsPasskey] = useState(false);
  const isDue = owesSecondFactor?.isDue === true;
  return (
    <AuthPage>
      <h1 className="a-auth-title">{t("factorAsked")}</h1>
      <p className="a-auth-lead">{t("factorAskedWhy", { organisation })}</p>
      {owesSecondFactor?.reason && (
        <p className="a-auth-lead">{t("factorReason", { reason: owesSecondFactor.reason })}</p>
      )}
      <div className="a-auth-form">
        <p>
          {isDue
            ? t("factorDue")
            : t("factorFrom", { date: formatDate(owesSecondFactor?.from ?? "") })}
        </p>
        <SetUpSecondFactor
          address={address}
          label={t("factorSetUp")}
          onDone={() => void refreshSession()}
        />
        {passkeysAway() === undefined && (
          <Button size="large" icon={<PasskeyIcon />} onClick={() => setAddsPasskey(true)}>
            {t("factorPasskey")}
          </Button>
        )}
        {addsPasskey && (
          <SetUpPasskeyDialog
            address={address}
            onAdded={() => void refreshSession()}
            onClose={() => setAddsPasskey(false)}
          />
        )}
        {!isDue && (
          <Button variant="quiet" onClick={() => setPreferences({ secondFactorLater: today() })}>
            {t("factorLater")}
          </Button>
        )}
        <Button variant="quiet" onClick={() => void signOut()}>
          {t("signOut")}
        </Button>
      </div>
    </AuthPage>
  );
}
