import { OWN } from "@atrium/jmap/persistence-mark";
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from "react";
import { whenIdle } from "../idle.ts";
import { useMail } from "../mail.tsx";
import type { Place } from "../place/place.ts";

export interface MoreProps {
  /** Where the window is, when that is in this account. */
  readonly place: Place | undefined;
  readonly onGo: (place: Place) => void;
  /** What is open is no more. */
  readonly onLeave: () => void;
}

/** Where this browser writes down how high it was, by account: CSS pixels. */
const HEIGHTS = `${OWN}more`;

let loaded: ComponentType<MoreProps> | undefined;

/**
 * What stands below the folders, once the window has nothing better to do: the list of mail goes first. Its place is
 * kept for it, so that nothing moves when it comes.
 */
export function More(props: MoreProps): ReactNode {
  const { account } = useMail();
  const place = useRef<HTMLDivElement>(null);
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
  const [height] = useState(() => heights()[account.id]);
  useLayoutEffect(() => {
    const element = place.current;
    if (!Part || !element) return undefined;
    const observer = new ResizeObserver(() => {
      // Where the folders are out of sight it has none.
      if (element.offsetParent !== null) noteHeight(account.id, element.offsetHeight);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [Part, account]);
  return (
    <div ref={place} style={Part ? undefined : { blockSize: height }}>
      {Part && <Part {...props} />}
    </div>
  );
}

function heights(): Readonly<Record<string, number>> {
  try {
    const kept = JSON.parse(localStorage.getItem(HEIGHTS) ?? "null") as Record<string, number>;
    return kept ?? {};
  } catch {
    return {};
  }
}

function noteHeight(accountId: string, height: number): void {
  const known = heights();
  if (known[accountId] === height) return;
  try {
    localStorage.setItem(HEIGHTS, JSON.stringify({ ...known, [accountId]: height }));
  } catch {
    // Storage may be full or forbidden; then what stands below moves once.
  }
}
