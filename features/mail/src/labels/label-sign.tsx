import type { LabelColor } from "@atrium/contract/types/label";
import { LabelIcon } from "@atrium/ui";
import type { ReactNode } from "react";
import { hueOf } from "./labels.ts";

/** The sign of labels in a label's colour; its name stands beside it. */
export function LabelSign({ color }: { readonly color: LabelColor }): ReactNode {
  const hue = hueOf(color);
  return <LabelIcon style={{ color: `var(--hue-${hue}-text)`, fill: `var(--hue-${hue})` }} />;
}
