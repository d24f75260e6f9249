import { decideLocale } from "@atrium/i18n";
import { createRoot } from "react-dom/client";
import type { Context } from "./client.ts";
import { Drive } from "./drive.tsx";

/** Shows drive in an element of the host, in the host's language. Returns what takes it away again. */
export function mountDrive(element: HTMLElement, context: Context): () => void {
  decideLocale(context.locale);
  const root = createRoot(element);
  root.render(<Drive context={context} />);
  return () => root.unmount();
}
