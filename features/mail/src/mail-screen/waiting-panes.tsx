import { Mailbox } from "@atrium/contract/types/mailbox";
import { navigate } from "@atrium/shell";
import { useTries } from "@atrium/state";
import { ErrorCard, Skeleton, useTitle } from "@atrium/ui";
import { useCallback, type ReactNode } from "react";
import { ListSkeleton } from "../conversation-list/list-skeleton.tsx";
import { FolderList } from "../folder-list/folder-list.tsx";
import { useMail } from "../mail.tsx";
import type { Mailboxes } from "../mailboxes/use-mailboxes.ts";
import { pathOf, type Place } from "../place/place.ts";
import { t } from "../strings/index.ts";
import { PaneFrame } from "./pane-frame.tsx";

/** The panes while the folders are on their way, or when they did not come. */
export function WaitingPanes({
  place,
  home,
  address,
}: {
  readonly place: Place;
  /** The folders of the person's own account, when another one's did not come. */
  readonly home: Mailboxes | undefined;
  readonly address: string;
}): ReactNode {
  const { account } = useMail();
  const load = useCallback(() => account.fetchAll(Mailbox), [account]);
  const { hasFailed, retry } = useTries(load);
  useTitle(t("mail"), address);
  const sidebar = <FolderList home={home} place={place} onGo={(to) => navigate(pathOf(to))} />;
  if (hasFailed) {
    const card = (
      <ErrorCard title={t("mailNotLoaded")} onRetry={retry}>
        {t("checkConnection")}
      </ErrorCard>
    );
    if (!home) return <main className="mail-nowhere">{card}</main>;
    const list = <div className="mail-list-message">{card}</div>;
    return <PaneFrame place={place} sidebar={sidebar} list={list} reader={null} />;
  }
  return (
    <PaneFrame
      place={place}
      sidebar={sidebar}
      head={
        <div className="mail-bar">
          <Skeleton width="100%" height={32} />
        </div>
      }
      list={
        <>
          <div className="mail-list-head">
            <Skeleton width={120} height={12} />
          </div>
          <ListSkeleton />
        </>
      }
      reader={null}
    />
  );
}
