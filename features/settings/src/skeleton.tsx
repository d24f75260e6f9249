import { PageFrame, Skeleton } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "./strings/index.ts";

const LINES = ["55%", "70%", "45%", "60%", "50%", "65%"];

/** The outline of a section while it is on its way. */
export function SectionSkeleton(): ReactNode {
  return (
    <div className="settings-section" aria-busy="true">
      <Skeleton width="180px" height="24px" />
      <div className="settings-list">
        {LINES.slice(0, 4).map((width) => (
          <div className="settings-row" key={width}>
            <Skeleton width="32px" height="32px" round />
            <Skeleton width={width} />
          </div>
        ))}
      </div>
    </div>
  );
}

/** The outline of the window while it is found out who is signed in. */
export function SettingsSkeleton(): ReactNode {
  return (
    <PageFrame
      title={t("title")}
      sidebar={
        <div className="settings-nav" aria-busy="true">
          {LINES.map((width) => (
            <span className="settings-nav-skeleton" key={width}>
              <Skeleton width={width} />
            </span>
          ))}
        </div>
      }
    >
      <SectionSkeleton />
    </PageFrame>
  );
}
