import { useEffect, useState, type ComponentType, type ReactNode } from "react";
import { whenIdle } from "../idle.ts";
import type { Place } from "../place/place.ts";

export interface MoreProps {
  /** Where the window is, when that is in this account. */
  readonly place: Place | undefined;
  readonly onGo: (place: Place) => void;
  /** What is open is no more. */
  readonly onLeave: () => void;
}

let loaded: ComponentType<MoreProps> | undefined;

/** What stands below the folders, once the window has nothing better to do: the list of mail goes first. */
export function More(props: MoreProps): ReactNode {
  const [Part, setPart] = useState(() => loaded);
  useEffect(() => {
    if (Part) return undefined;
    let isOver = false;
    const stop = whenIdle(() => {
      import("./sidebar-more.tsx").then(
        ({ SidebarMore }) => {
          loaded = SidebarMore;
          if (!isOver) setPart(() => SidebarMore);
          return SidebarMore;
        },
        // The next start of a window tries again.
        () => undefined,
      );
    });
    return () => {
      isOver = true;
      stop();
    };
  }, [Part]);
  return Part ? <Part {...props} /> : null;
}
