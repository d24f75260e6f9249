import { NotificationSettings } from "@atrium/feature-suite/parts";
import type { ReactNode } from "react";
import { clientOf } from "../mail-accounts/client.ts";
import { useMailAccounts } from "../mail-accounts/use-mail.ts";
import type { ScreenProps } from "../screen.ts";
import { Section } from "../section.tsx";
import { t } from "../strings/index.ts";

/** `/setting/notifications`: what this browser says about new mail. */
export function Notifications({ session }: ScreenProps): ReactNode {
  // Follows the person signing out and in again.
  useMailAccounts(session);
  return (
    <Section title={t("notifications")} intro={t("notificationsMore")}>
      <NotificationSettings client={clientOf(session.personId)} />
    </Section>
  );
}
