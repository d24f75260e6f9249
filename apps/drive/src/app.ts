import type { DriveContext } from "@atrium/shell";

export function mount(element: HTMLElement, context: DriveContext): () => void {
  element.textContent = context.driveBaseUrl;
  return () => element.replaceChildren();
}
