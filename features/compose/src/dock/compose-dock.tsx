import type { SessionInfo } from "@atrium/contract/api/session";
import type { JmapClient } from "@atrium/jmap";
import { lazyPart } from "@atrium/shell";
import { subscribe } from "@atrium/state";
import { useEffect, useState, type ReactNode } from "react";
import { holdDock } from "../request.ts";
import { hasLeftOpen, wipeLeftOpen, wipeLeftOpenOfOthers } from "../saving/left-open.ts";

const load = () => import("./dock.tsx").then(({ Dock }) => Dock);
const Dock = lazyPart(load);

/** Long after the list shows, so that the first message opens at once. */
const IDLE = 4000;

/** Where this window's messages are written. Mounted once; what it is made of loads when it is needed. */
export function ComposeDock(props: {
  readonly client: JmapClient;
  readonly session: SessionInfo;
}): ReactNode {
  const { personId } = props.session;
  const [isNeeded, setNeeded] = useState(() => hasLeftOpen(personId));
  useEffect(() => holdDock(() => setNeeded(true)), []);
  // What somebody else left here when their session was over is nobody's to find.
  useEffect(() => wipeLeftOpenOfOthers(personId), [personId]);
  useEffect(() => {
    const timer = setTimeout(() => {
      // It is asked for again, and failures shown, when somebody writes.
      load().catch(() => undefined);
    }, IDLE);
    return () => clearTimeout(timer);
  }, []);
  useEffect(
    () =>
      subscribe((event) => {
        if (event.type === "signed-out") wipeLeftOpen();
      }),
    [],
  );
  return isNeeded ? <Dock {...props} /> : null;
}
