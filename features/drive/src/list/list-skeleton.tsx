import { Skeleton } from "@atrium/ui";
import type { ReactNode } from "react";

export function ListSkeleton(): ReactNode {
  return (
    <div className="drive-waiting" aria-busy="true">
      {[62, 48, 71, 55, 40].map((width) => (
        <Skeleton key={width} width={`${width}%`} height="16px" />
      ))}
    </div>
  );
}
