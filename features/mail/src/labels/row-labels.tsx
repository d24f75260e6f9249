import type { LabelRecord } from "@atrium/contract/types/label";
import { Tag } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "../strings/index.ts";
import { hueOf } from "./labels.ts";
import "./row-labels.css";

/** The labels of a row: two where there is room, one in a narrow row, and how many more there are. */
export function RowLabels({
  labels,
  id,
}: {
  readonly labels: readonly LabelRecord[];
  /** Of the words that are part of the row's name. */
  readonly id: string;
}): ReactNode {
  const [first, second] = labels;
  if (!first) return null;
  const more = labels.length - 1;
  const names = labels.map(({ name }) => name).join(", ");
  return (
    <span className="mail-row-labels" title={names}>
      <span className="a-hidden" id={id}>
        {t("labelsAre", { names })}
      </span>
      <span aria-hidden="true">
        <Tag hue={hueOf(first.color)}>{first.name}</Tag>
        {second && <Tag hue={hueOf(second.color)}>{second.name}</Tag>}
        {more > 0 && <span className="mail-row-labels-more" data-narrow="">{`+${more}`}</span>}
        {more > 1 && <span className="mail-row-labels-more">{`+${more - 1}`}</span>}
      </span>
    </span>
  );
}
