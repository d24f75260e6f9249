import type { RemoteModule } from "@atrium/contract/remotes";
import { useEffect, useRef, useState, type ReactNode } from "react";
import type { DriveContext, DriveHandle } from "./app.tsx";
import { describeLoadError, type LoadFailure } from "./errors/describe.ts";
import { REMOTE_CHANGED } from "./organisation/remote-changed.ts";
import { LoadErrorCard, OnAgainCard } from "./errors/load-error-card.tsx";

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

  useEffect(() => {
    // What the organisation wants of it has changed: what is shown may have to go, or may come.
    const again = (): void => setState("loading");
    document.addEventListener(REMOTE_CHANGED, again);
    return () => document.removeEventListener(REMOTE_CHANGED, again);
  }, []);

  if (state === "loading") return fallback;
  if ("code" in state) {
    const { content, dataset } = driveMeta();
    if ("back" in dataset) return <OnAgainCard />;
    return (
      // A new document says where drive is, once it is switched on again, and lets its address in.
      <LoadErrorCard
        code={state.code}
        onRetry={() => (content ? setState("loading") : location.reload())}
      >
        {dataset["reason"] && <p>{dataset["reason"]}</p>}
      </LoadErrorCard>
    );
  }
  return <Mounted remote={state} context={context} />;
}

/** What the document says of drive; with the administrator's reason where it is switched off and the window has heard why. */
const driveMeta = (): HTMLMetaElement =>
  document.querySelector<HTMLMetaElement>('meta[name="atrium-drive"]')!;

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
