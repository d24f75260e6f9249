import type { RemoteModule } from "@atrium/contract/remotes";
import { useEffect, useRef, useState, type ReactNode } from "react";
import type { DriveContext, DriveHandle } from "./app.tsx";
import { describeLoadError, type LoadFailure } from "./errors/describe.ts";
import { LoadErrorCard } from "./errors/load-error-card.tsx";

type Loading = "loading" | RemoteModule<DriveContext> | LoadFailure;

/** Shows the drive remote in place. While it is on its way `fallback` shows; when it did not come, a card with "try again". */
export function RemoteView({
  handle,
  context,
  fallback = null,
}: {
  readonly handle: DriveHandle;
  readonly context: DriveContext;
  readonly fallback?: ReactNode;
}): ReactNode {
  const [state, setState] = useState<Loading>("loading");

  useEffect(() => {
    if (state !== "loading") return undefined;
    let gone = false;
    const settle = async (): Promise<void> => {
      const next = await handle.load().catch(failureOf);
      if (!gone) setState(next);
    };
    void settle();
    return () => {
      gone = true;
    };
  }, [handle, state]);

  if (state === "loading") return fallback;
  if ("code" in state) {
    return <LoadErrorCard code={state.code} onRetry={() => setState("loading")} />;
  }
  return <Mounted remote={state} context={context} />;
}

/** The handle always names a code; anything else is a failed script load as far as a person is concerned. */
function failureOf(error: unknown): LoadFailure {
  return describeLoadError(error) ?? { code: "RUNTIME-008", detail: String(error) };
}

function Mounted({
  remote,
  context,
}: {
  readonly remote: RemoteModule<DriveContext>;
  readonly context: DriveContext;
}): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // An element of its own for each mount, so that the remote's root never meets this tree's nodes.
    const element = document.createElement("div");
    element.className = "remote-root";
    place.current!.replaceChildren(element);
    return remote.mount(element, context);
  }, [remote, context]);
  return <div ref={place} className="remote-view" />;
}
