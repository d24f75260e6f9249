import { isDriveRoute } from "@atrium/contract/remotes";
import { ButtonLink, DriveIcon, EmptyState } from "@atrium/ui";
import type { ReactNode } from "react";
import type { Context } from "./client.ts";
import { DriveProvider } from "./drive-context.tsx";
import { DrivePage } from "./page/drive-page.tsx";
import { placeOf, TOP } from "./place/place.ts";
import { t } from "./strings/index.ts";

/** Drive's screen at the host's path; beside a page of the host it shows the files at the top. */
export function Drive({ context }: { readonly context: Context }): ReactNode {
  const { path, driveBaseUrl, driveFullRoutes } = context;
  const found = placeOf(path, driveBaseUrl);
  if (!found && isDriveRoute(path, driveFullRoutes)) return <NothingHere home={driveBaseUrl} />;
  return (
    <DriveProvider context={context}>
      <DrivePage place={found ?? TOP} />
    </DriveProvider>
  );
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
