import { EmptyState, LinkOffIcon, useTitle } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "../strings/index.ts";
import { AuthPage } from "./auth-page.tsx";

/** In place of sign-in and set-up where the connection is not encrypted: nothing may be typed there. */
export function Unencrypted(): ReactNode {
  useTitle(t("unencrypted"), "Atrium");
  return (
    <AuthPage>
      <EmptyState isPage icon={<LinkOffIcon />} title={t("unencrypted")}>
        <p>{t("unencryptedWhy")}</p>
        <p>{t("unencryptedNext")}</p>
        <details className="a-auth-details">
          <summary>{t("unencryptedServer")}</summary>
          <p>{t("unencryptedServerNext")}</p>
        </details>
      </EmptyState>
    </AuthPage>
  );
}
