import { useCallback, useEffect, useRef, useState } from "react";
import { attachLater } from "./attach-later.ts";

/** Takes files that are dragged in from outside the browser. Its keyboard twin is an ordinary file chooser. */
export function useFileDrop({
  onDrop,
  after,
}: {
  /** `entries` are the same with the folders among them, which only they can read. */
  readonly onDrop: (files: File[], entries: readonly FileSystemEntry[]) => void;
  /** What the window is opened for, which comes first. The same function each time. */
  readonly after?: () => Promise<unknown>;
}): {
  readonly ref: (element: HTMLElement | null) => (() => void) | undefined;
  readonly over: boolean;
} {
  const [over, setOver] = useState(false);
  const latest = useRef(onDrop);
  useEffect(() => {
    latest.current = onDrop;
  });
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return undefined;
      return attachLater(
        ({ dropTargetForExternal, containsFiles, getFiles, preventUnhandled }) =>
          dropTargetForExternal({
            element,
            canDrop: containsFiles,
            onDragEnter: () => {
              // A file let go beside the target would otherwise be opened in place of the suite.
              preventUnhandled.start();
              setOver(true);
            },
            onDragLeave: () => setOver(false),
            onDrop: ({ source }) => {
              preventUnhandled.stop();
              setOver(false);
              const files = getFiles({ source });
              // The browser hands them out during the event alone.
              const entries = source.items.flatMap((item) => item.webkitGetAsEntry() ?? []);
              if (files.length > 0) latest.current(files, entries);
            },
          }),
        after,
      );
    },
    [after],
  );
  return { ref, over };
}
