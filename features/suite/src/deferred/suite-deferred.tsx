import { ReleaseWatch } from "@atrium/shell";
import type { ReactNode } from "react";

/** What every window of the suite does once it has nothing better to do. */
export function SuiteDeferred(): ReactNode {
  return <ReleaseWatch />;
}
