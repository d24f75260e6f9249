import { Skeleton } from "@atrium/ui";
import type { ReactNode } from "react";
import "./page.css";

const LINES = ["55%", "70%", "45%", "60%"];

/** The outline of a section while it is on its way. */
export function SectionSkeleton(): ReactNode {
  return (
    <div className="settings-section a-late" aria-busy="true">
      <Skeleton width="180px" height="24px" />
      <Lines />
    </div>
  );
}

/** The outline of what a section lists. */
export function ListSkeleton(): ReactNode {
  return (
    <div className="a-late" aria-busy="true">
      <Lines />
    </div>
  );
}

function Lines(): ReactNode {
  return (
    <div className="settings-list">
      {LINES.map((width) => (
        <div className="settings-row" key={width}>
          <Skeleton width="32px" height="32px" round />
          <Skeleton width={width} />
        </div>
      ))}
    </div>
  );
}
