import { usePreferences } from "@atrium/state";
import { Skeleton } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "../strings/index.ts";
import "./conversation-list.css";

/** Pixels of a row by density: two lines beside the reader, one where the list has the whole width. */
const HEIGHTS = {
  narrow: { compact: 52, regular: 62, roomy: 72 },
  wide: { compact: 34, regular: 40, roomy: 48 },
} as const;

export function useRowHeight(isWide: boolean): number {
  const density = usePreferences((all) => all.density);
  return HEIGHTS[isWide ? "wide" : "narrow"][density];
}

/** The list while nothing of it is here. */
export function ListSkeleton({ isWide = false }: { readonly isWide?: boolean }): ReactNode {
  const blockSize = useRowHeight(isWide);
  return (
    <div
      className="mail-list-loading"
      data-wide={isWide || undefined}
      aria-busy="true"
      aria-label={t("loadingList")}
      role="status"
    >
      {Array.from({ length: 12 }, (_, index) => (
        <div key={index} style={{ blockSize }}>
          <RowSkeleton />
        </div>
      ))}
    </div>
  );
}

/** A row that is on its way. */
export function RowSkeleton(): ReactNode {
  return (
    <div className="mail-row" aria-hidden="true" data-empty="">
      <div className="mail-row-mark">
        <Skeleton width={32} height={32} round />
      </div>
      <div className="mail-row-who">
        <Skeleton width="46%" height={10} />
      </div>
      <div className="mail-row-when">
        <Skeleton width={36} height={10} />
      </div>
      <div className="mail-row-what">
        <Skeleton width="82%" height={10} />
      </div>
    </div>
  );
}
