import { decideLocale } from "@atrium/i18n";
import { createRoot, type Root } from "react-dom/client";
import type { Context, DriveClient } from "./client.ts";
import { Drive } from "./drive.tsx";

interface Stage {
  readonly client: DriveClient;
  readonly element: HTMLElement;
  readonly root: Root;
}

/** What was just taken away, and what ends it unless it is mounted again at once. */
let left:
  | { readonly stage: Stage; readonly end: () => void; readonly restore: () => void }
  | undefined;

/**
 * Shows drive in an element of the host, in the host's language. Returns what takes it away again.
 * The host takes drive away and mounts it again whenever its path changes: what is shown moves along into the new
 * element, so that open folders, scrolling and focus survive the way from one folder to the next.
 */
export function mountDrive(element: HTMLElement, context: Context): () => void {
  decideLocale(context.locale);
  const kept = left?.stage.client === context.client ? left : undefined;
  if (kept === undefined) left?.end();
  left = undefined;
  const stage = kept?.stage ?? setStage(context.client);
  element.append(stage.element);
  stage.root.render(<Drive context={context} />);
  kept?.restore();
  return () => leave(stage);
}

function setStage(client: DriveClient): Stage {
  const element = document.createElement("div");
  element.className = "drive-stage";
  return { client, element, root: createRoot(element) };
}

function leave(stage: Stage): void {
  const { activeElement } = document;
  const focused = stage.element.contains(activeElement)
    ? (activeElement as HTMLElement)
    : undefined;
  const scrolled = [...stage.element.querySelectorAll("[data-keeps-scroll]")].map(
    (element) => [element, element.scrollTop] as const,
  );
  const end = (): void => {
    clearTimeout(timer);
    if (left?.stage === stage) left = undefined;
    stage.root.unmount();
    stage.element.remove();
  };
  // The host mounts again within the same task.
  const timer = setTimeout(end);
  const restore = (): void => {
    clearTimeout(timer);
    for (const [element, top] of scrolled) element.scrollTop = top;
    focused?.focus({ preventScroll: true });
  };
  left = { stage, end, restore };
}
