import type { SessionInfo } from "@atrium/contract/api/session";
import type { JmapClient } from "@atrium/jmap";
import { atRest, lazyPart } from "@atrium/shell";
import { subscribe } from "@atrium/state";
import { useEffect, useState, type ReactNode } from "react";
import { notArrived } from "../catch-typing.ts";
import { holdDock } from "../request.ts";
import { hasLeftOpen, wipeLeftOpen, wipeLeftOpenOfOthers } from "../saving/left-open.ts";

const load = () => import("./dock.tsx").then(({ Dock }) => Dock);
const Dock = lazyPart(load);

/** Where this window's messages are written. Mounted once; what it is made of comes when the window has nothing to do. */
export function ComposeDock({
  after,
  ...props
}: {
  readonly client: JmapClient;
  readonly session: SessionInfo;
  /** What the window is opened for comes first. */
  readonly after: Promise<void>;
}): ReactNode {
  const { personId } = props.session;
  const [isNeeded, setNeeded] = useState(() => hasLeftOpen(personId));
  useEffect(
    () =>
      holdDock(() => {
        setNeeded(true);
        // What does not load says so in its place; the keys are the window's again.
        load().catch(notArrived);
      }),
    [],
  );
  // What another user left here when their session was over is nobody's to find.
  useEffect(() => wipeLeftOpenOfOthers(personId), [personId]);
  useEffect(() => {
    let isOver = false;
    const prepare = async (): Promise<void> => {
      await atRest(after);
      await load();
      // Stands there, empty, so that the first message opens at once.
      if (!isOver) setNeeded(true);
    };
    // A failure is shown when a user writes.
    prepare().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [after]);
  useEffect(
    () =>
      subscribe((event) => {
        if (event.type === "signed-out") wipeLeftOpen();
      }),
    [],
  );
  return isNeeded ? <Dock {...props} /> : null;
}
