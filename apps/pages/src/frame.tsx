import { decideLocale } from "@atrium/i18n";
import { preferences } from "@atrium/state";
import { startTheme } from "@atrium/ui";
import type { ReactNode } from "react";

decideLocale(preferences().locale);
startTheme();

/** Public pages stand by themselves: nobody signs in, and nothing of a signed-in person is read. */
export function PagesFrame({ children }: { readonly children: ReactNode }) {
  return children;
}
