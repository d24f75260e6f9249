import { Skeleton } from "@atrium/ui";
import type { ReactNode } from "react";
import "./waiting.css";

/** In the place of a message that is on its way here. */
export function Waiting(): ReactNode {
  return (
    <div className="compose-waiting" aria-busy="true">
      <Skeleton width="70%" height={14} />
      <Skeleton width="52%" height={14} />
      <Skeleton width="84%" height={12} />
    </div>
  );
}
