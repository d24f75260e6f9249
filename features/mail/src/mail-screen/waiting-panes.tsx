import { Mailbox } from "@atrium/contract/types/mailbox";
import { ErrorCard, useTitle } from "@atrium/ui";
import { useEffect, useState, type ReactNode } from "react";
import { RowSkeleton } from "../conversation-list/conversation-row.tsx";
import { FolderList } from "../folder-list/folder-list.tsx";
import { useMail } from "../mail.tsx";
import type { Place } from "../place/place.ts";
import { t } from "../strings/index.ts";
import { PaneFrame } from "./pane-frame.tsx";

/** The panes while the folders are on their way, or when they did not come. */
export function WaitingPanes({
  place,
  address,
}: {
  readonly place: Place;
  readonly address: string;
}): ReactNode {
  const { account } = useMail();
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(-1);
  useTitle(t("mail"), address);
  useEffect(() => {
    let isOver = false;
    account.fetchAll(Mailbox).catch(() => {
      if (!isOver) setFailed(attempt);
    });
    return () => {
      isOver = true;
    };
  }, [account, attempt]);
  if (failed === attempt)
    return (
      <main className="mail-nowhere">
        <ErrorCard title={t("mailNotLoaded")} onRetry={() => setAttempt(attempt + 1)}>
          {t("checkConnection")}
        </ErrorCard>
      </main>
    );
  return (
    <PaneFrame
      place={place}
      sidebar={<FolderList mailboxes={undefined} place={place} onGo={() => undefined} />}
      list={
        <div
          className="mail-list-loading"
          aria-busy="true"
          aria-label={t("loadingList")}
          role="status"
        >
          {Array.from({ length: 12 }, (_, index) => (
            <div key={index} style={{ blockSize: 62 }}>
              <RowSkeleton />
            </div>
          ))}
        </div>
      }
      reader={null}
    />
  );
}
