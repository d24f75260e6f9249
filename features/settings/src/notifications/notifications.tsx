import { NotificationSettings, useClient } from "@atrium/feature-suite/parts";
import type { ReactNode } from "react";
import { Section } from "../section.tsx";
import { t } from "../strings/index.ts";

/** `/setting/notifications`: what this browser says about new mail. */
export function Notifications(): ReactNode {
  const client = useClient();
  return (
    <Section title={t("notifications")} intro={t("notificationsMore")}>
      <NotificationSettings client={client} />
    </Section>
  );
}
