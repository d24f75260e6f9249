import { isDriveRoute } from "@atrium/contract/remotes";
import { ButtonLink, DriveIcon, EmptyState } from "@atrium/ui";
import type { ReactNode } from "react";
import type { Context } from "./client.ts";
import { DrivePage } from "./drive-page.tsx";
import { t } from "./strings/index.ts";

/** Drive's screen at the host's path: the files at its base, and beside a page of the host; nothing else is known yet. */
export function Drive({ context }: { readonly context: Context }): ReactNode {
  const { client, session, path, driveBaseUrl, driveFullRoutes } = context;
  const isHome = path.replace(/\/$/, "") === driveBaseUrl.replace(/\/$/, "");
  if (!isHome && isDriveRoute(path, driveFullRoutes)) return <NothingHere home={driveBaseUrl} />;
  return <DrivePage client={client} accountId={session.accountId} />;
}

function NothingHere({ home }: { readonly home: string }): ReactNode {
  return (
    <EmptyState
      icon={<DriveIcon />}
      title={t("nothingHere")}
      action={<ButtonLink href={home}>{t("toFiles")}</ButtonLink>}
    >
      {t("nothingHereWhy")}
    </EmptyState>
  );
}
