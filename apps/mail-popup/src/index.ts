import type { AppContext } from "@atrium/shell";

/** Shows the application's name until its screens stand. */
export function mount(element: HTMLElement, context: AppContext): void {
  element.textContent = context.app;
}
