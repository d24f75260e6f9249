import type { LabelRecord } from "@atrium/contract/types/label";
import type { QuickStepRecord } from "@atrium/contract/types/quick-step";
import type { May } from "../actions/may.ts";
import type { MailAction, StepPart } from "../actions/verbs.ts";
import type { Mailboxes } from "../mailboxes/use-mailboxes.ts";

/** Where a quick step's folder and label are looked up. */
export interface StepNames {
  readonly mailboxes: Pick<Mailboxes, "byId" | "byRole">;
  readonly labels: {
    byKeyword(keyword: string): Pick<LabelRecord, "name" | "keyword"> | undefined;
  };
}

/** What a quick step does; `undefined` where its folder or label is gone: it is done whole or not at all. */
export function actionOfStep(
  { name, toRole, mailboxId, keyword, isRead, isStarred }: QuickStepRecord,
  { mailboxes, labels }: StepNames,
): Extract<MailAction, { kind: "steps" }> | undefined {
  const parts: StepPart[] = [];
  if (isRead !== null) parts.push({ kind: "read", isRead });
  if (isStarred !== null) parts.push({ kind: "star", isOn: isStarred });
  if (keyword !== null) {
    const label = labels.byKeyword(keyword);
    if (!label) return undefined;
    parts.push({ kind: "label", label, isOn: true });
  }
  if (mailboxId !== null) {
    if (!mailboxes.byId(mailboxId)) return undefined;
    parts.push({ kind: "move", folder: mailboxId });
  } else if (toRole !== null) {
    if (!mailboxes.byRole(toRole)) return undefined;
    parts.push({ kind: toRole });
  }
  return parts.length === 0 ? undefined : { kind: "steps", name, parts };
}

/** Whether all that a quick step does may be done. */
export const mayDoStep = (parts: readonly StepPart[], may: May): boolean =>
  parts.every(({ kind }) => {
    switch (kind) {
      case "read":
        return may.read;
      case "star":
        return may.mark;
      case "trash":
        return may.remove;
      default:
        return may[kind];
    }
  });

/** In their order. */
export const inStepOrder = (steps: readonly QuickStepRecord[]): readonly QuickStepRecord[] =>
  steps.toSorted((a, b) => a.sortOrder - b.sortOrder || a.name.localeCompare(b.name));
