import { Skeleton } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "../strings/index.ts";
import "./window-skeleton.css";

/** The outline of a window of the suite, while it is not known yet who is signed in. */
export function WindowSkeleton(): ReactNode {
  return (
    <div className="suite-skeleton" role="status" aria-busy="true" aria-label={t("loading")}>
      <div className="suite-skeleton-rail">
        {[0, 1, 2, 3, 4].map((index) => (
          <Skeleton key={index} width={24} height={24} />
        ))}
      </div>
      <div className="suite-skeleton-page">
        <Skeleton width={160} height={20} />
        {[72, 56, 64, 48, 60, 52].map((width, index) => (
          <Skeleton key={index} width={`${width}%`} height={14} />
        ))}
      </div>
    </div>
  );
}
