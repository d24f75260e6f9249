import type { EmailRecord } from "@atrium/contract/types/email";
import { IconButton, LabelIcon, Tag } from "@atrium/ui";
import type { LabelRecord } from "@atrium/contract/types/label";
import { useRef, type ReactNode } from "react";
import { useActions } from "../actions/use-actions.ts";
import { useMay } from "../actions/use-may.ts";
import { below, type Point } from "../snooze/point.ts";
import { t } from "../strings/index.ts";
import { hueOf, labelsOn, useLabels } from "./labels.ts";
import "./reader-labels.css";

/** The labels of an open conversation, each with a way to take it off. */
export function ReaderLabels({
  emails,
  onLabel,
}: {
  readonly emails: readonly EmailRecord[];
  /** Opens the menu of labels. */
  readonly onLabel: ((at: Point) => void) | undefined;
}): ReactNode {
  const { label: mayLabel } = useMay(emails);
  const actions = useActions();
  const on = labelsOn(useLabels(), emails);
  const all = useRef<HTMLSpanElement>(null);
  const remove = (label: LabelRecord): void => {
    actions.perform({ kind: "label", label, isOn: false }, emails);
    // The button that was pressed is gone then; the one beside it takes the focus.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) all.current?.querySelector("button")?.focus();
    });
  };
  return (
    <span className="mail-reader-labels" ref={all}>
      {on.length > 0 && (
        <ul aria-label={t("labels")}>
          {on.map((label) => (
            <li key={label.id}>
              <Tag hue={hueOf(label.color)} {...(mayLabel && { onRemove: () => remove(label) })}>
                {label.name}
              </Tag>
            </li>
          ))}
        </ul>
      )}
      {onLabel && (
        <IconButton
          label={t("labelConversations")}
          shortcut="l"
          size="small"
          icon={<LabelIcon />}
          data-act="label"
          onClick={(event) => onLabel(below(event.currentTarget))}
        />
      )}
    </span>
  );
}
