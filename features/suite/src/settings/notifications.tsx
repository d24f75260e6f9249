import { lazyPart } from "@atrium/shell";
import type { ReactNode } from "react";
import type { NotificationSources } from "../notifications/source.ts";
import { useClient } from "../client/client.tsx";
import { ListSkeleton, Section } from "@atrium/settings-page";
import { t } from "./strings/index.ts";

const NotificationSettings = lazyPart(
  () => import("./notification-settings.tsx").then((module) => module.NotificationSettings),
  <ListSkeleton />,
);

/** `/setting/notifications`: what this browser says about new mail. */
export function Notifications({ sources }: { readonly sources: NotificationSources }): ReactNode {
  const client = useClient();
  return (
    <Section title={t("notifications")} intro={t("notificationsMore")} savesAtOnce>
      <NotificationSettings client={client} sources={sources} />
    </Section>
  );
}
