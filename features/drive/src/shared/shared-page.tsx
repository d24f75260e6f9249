import { EmptyState, PeopleIcon } from "@atrium/ui";
import { useEffect, useState, type ReactNode, type RefObject } from "react";
import { useDrives } from "../drive-context.tsx";
import { ListFailed } from "../list/list-failed.tsx";
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
  const drives = useDrives();
  const { partial, isKnown, onSharedSeen } = drives;
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
      ) : hasFailed || drives.hasFailed ? (
        <ListFailed onRetry={drives.hasFailed ? drives.retry : retry} />
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
