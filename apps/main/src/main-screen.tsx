import { driveBaseUrl, driveFullRoutes, isDriveRoute } from "@atrium/contract/remotes";
import { AbsenceNotice, MailScreen, StorageNotice, useMail } from "@atrium/feature-mail";
import { useClient, useSignedInSession } from "@atrium/feature-suite/parts";
import { locale } from "@atrium/i18n";
import { navigate, RemoteView, usePath } from "@atrium/shell";
import { Skeleton, useTitle } from "@atrium/ui";
import { useMemo, type ReactNode } from "react";
import { useDrive } from "./drive.ts";
import { t } from "./strings/index.ts";

/** Drive where drive owns the path, mail everywhere else. */
export function MainScreen(): ReactNode {
  const { pathname } = usePath();
  const { home } = useMail();
  if (isDriveRoute(pathname)) return <DriveScreen />;
  return (
    <MailScreen
      notice={
        <>
          <StorageNotice account={home} />
          <AbsenceNotice account={home} />
        </>
      }
    />
  );
}

function DriveScreen(): ReactNode {
  const drive = useDrive();
  const { pathname: path } = usePath();
  const client = useClient();
  const session = useSignedInSession();
  useTitle(t("drive"), session.address);
  const context = useMemo(
    () => ({ driveBaseUrl, driveFullRoutes, path, client, session, locale: locale(), navigate }),
    [path, client, session],
  );
  return (
    <main className="main-drive" id="content" tabIndex={-1}>
      <RemoteView handle={drive} context={context} fallback={<DriveSkeleton />} />
    </main>
  );
}

function DriveSkeleton(): ReactNode {
  return (
    <div
      className="main-drive-skeleton"
      aria-busy="true"
      role="status"
      aria-label={t("loadingDrive")}
    >
      <Skeleton width={180} height={20} />
      {[70, 54, 62, 48].map((width) => (
        <Skeleton key={width} width={`${width}%`} height={14} />
      ))}
    </div>
  );
}
