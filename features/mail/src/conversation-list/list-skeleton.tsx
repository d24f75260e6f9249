import { usePreferences } from "@atrium/state";
import { classes, Skeleton } from "@atrium/ui";
import type { ReactNode } from "react";
import { hasShownList } from "../list-shown.ts";
import { t } from "../strings/index.ts";
import { useMedia } from "../use-media.ts";
import "./conversation-list.css";

/** Pixels of a row by density. Fingers need two lines of room, whatever density was chosen. */
const HEIGHTS = {
  narrow: { compact: 32, regular: 52, roomy: 64 },
  touched: { compact: 56, regular: 62, roomy: 72 },
  wide: { compact: 32, regular: 40, roomy: 48 },
} as const;

interface RowLook {
  /** Pixels. */
  readonly height: number;
  /** Who, what and when share a line. */
  readonly isLine: boolean;
}

/** How rows look: two lines beside the reader, one where rows are compact or the list has the whole width. */
export function useRowLook(isWide: boolean): RowLook {
  const density = usePreferences((all) => all.density);
  const isTouched = useMedia("(pointer: coarse)");
  if (isWide) return { height: HEIGHTS.wide[density], isLine: true };
  if (isTouched) return { height: HEIGHTS.touched[density], isLine: false };
  return { height: HEIGHTS.narrow[density], isLine: density === "compact" };
}

/** The list while nothing of it is here. Until the window's first list shows, one outline follows another without a gap. */
export function ListSkeleton({ isWide = false }: { readonly isWide?: boolean }): ReactNode {
  const { height: blockSize, isLine } = useRowLook(isWide);
  return (
    <div
      className={classes("mail-list-loading", hasShownList() && "a-late")}
      data-wide={isWide || undefined}
      data-line={isLine || undefined}
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
