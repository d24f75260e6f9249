import { EmptyState, ErrorCard, PeopleIcon } from "@atrium/ui";
import { useEffect, useState, type ReactNode, type RefObject } from "react";
import { useDrives } from "../drive-context.tsx";
import { ListSkeleton } from "../list/list-skeleton.tsx";
import { PlacesMenu } from "../folders/places-menu.tsx";
import { t as ofDrive } from "../strings/index.ts";
import { useMedia, WIDE } from "../use-media.ts";
import { SharedHead } from "./shared-head.tsx";
import { SharedList } from "./shared-list.tsx";
import { useSharedRoots, type SharedSorting } from "./shared-roots.ts";
import { t } from "./strings/index.ts";
import { useUnseen } from "../notices/unseen.ts";
import "./shared-page.css";

/** What others share with the person, whoever does. */
export function SharedPage({ page }: { readonly page: RefObject<HTMLElement | null> }): ReactNode {
  const { partial, isKnown, onSharedSeen } = useDrives();
  const [sorting, setSorting] = useState<SharedSorting>({ by: "name", isAscending: true });
  const isWide = useMedia(WIDE);
  const { rows, isLoading, hasFailed, retry } = useSharedRoots(partial, sorting);
  const unseen = useUnseen();
  useEffect(() => {
    const look = (): void => {
      if (unseen > 0 && document.visibilityState === "visible") onSharedSeen();
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [unseen, onSharedSeen]);
  return (
    <>
      <header className="drive-head">
        <div className="drive-way drive-shared-way">
          <h1>{ofDrive("sharedWithMe")}</h1>
          {!isWide && <PlacesMenu />}
        </div>
      </header>
      {rows.length > 0 ? (
        <div className="drive-list">
          <SharedHead sorting={sorting} count={rows.length} onSort={setSorting} />
          <SharedList rows={rows} page={page} />
        </div>
      ) : hasFailed ? (
        <ErrorCard title={ofDrive("listFailed")} onRetry={retry}>
          {ofDrive("checkConnection")}
        </ErrorCard>
      ) : isLoading || !isKnown ? (
        <ListSkeleton />
      ) : (
        <EmptyState icon={<PeopleIcon />} title={t("emptyTitle")}>
          {t("emptyHint")}
        </EmptyState>
      )}
    </>
  );
}
