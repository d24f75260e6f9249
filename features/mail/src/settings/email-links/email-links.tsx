import { MAILTO_PATH } from "@atrium/contract/manifest";
import { Section } from "@atrium/settings-page";
import { Banner, Button, toast } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { t } from "../strings/index.ts";

/** Not in every browser: Safari and those of iPhones have none. */
const canRegister = (): boolean => "registerProtocolHandler" in navigator;

/** `/setting/email-links`: has this browser open `mailto:` links in a new message. */
export function EmailLinks(): ReactNode {
  const [isAsked, setAsked] = useState(false);
  const register = (): void => {
    try {
      navigator.registerProtocolHandler("mailto", `${location.origin}${MAILTO_PATH}?link=%s`);
      setAsked(true);
    } catch {
      toast({ severity: "danger", message: t("emailLinksRefused") });
    }
  };
  return (
    <Section title={t("emailLinks")} intro={t("emailLinksMore")}>
      {canRegister() ? (
        <>
          <div>
            <Button onClick={register}>{t("openEmailLinks")}</Button>
          </div>
          {/* Browsers tell no page what the person chose. */}
          <p role="status">{isAsked && t("emailLinksAsked")}</p>
        </>
      ) : (
        <Banner severity="info" title={t("noEmailLinks")}>
          {t("noEmailLinksHow")}
        </Banner>
      )}
    </Section>
  );
}
