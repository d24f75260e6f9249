import { QuickStep } from "@atrium/contract/types/quick-step";
import { useAll, type Account } from "@atrium/jmap";
import { useVerbs } from "@atrium/shell";
import { QuickStepIcon, type MenuEntry } from "@atrium/ui";
import { useEffect, useState } from "react";
import type { May } from "../actions/may.ts";
import type { MailAction } from "../actions/verbs.ts";
import { whenIdle } from "../idle.ts";
import { labelsOf } from "../labels/labels.ts";
import { mailboxesOf } from "../mailboxes/use-mailboxes.ts";
import { t } from "../strings/index.ts";

/** A quick step that may be done here and now. */
interface Offered {
  readonly id: string;
  readonly name: string;
  /** Typed one after the other. */
  readonly keys: string | undefined;
  readonly act: () => void;
}

/** The account's quick steps that may be done. */
function useOffered(
  account: Account,
  may: May,
  onAct: (action: MailAction) => void,
): readonly Offered[] {
  const steps = useAll(account, QuickStep);
  const hasSteps = steps !== undefined && steps.length > 0;
  const [reading, setReading] = useState<typeof import("./step-action.ts")>();
  useEffect(
    () =>
      whenIdle(() => {
        // Without them there is one button less.
        if (!account.isWhole(QuickStep)) account.fetchAll(QuickStep).catch(() => undefined);
      }),
    [account],
  );
  useEffect(() => {
    if (hasSteps) import("./step-action.ts").then(setReading, () => undefined);
  }, [hasSteps]);
  if (!hasSteps || !reading) return [];
  const { actionOfStep, inStepOrder, mayDoStep } = reading;
  const names = { mailboxes: mailboxesOf(account), labels: labelsOf(account) };
  return inStepOrder(steps).flatMap((step) => {
    const action = actionOfStep(step, names);
    if (!action || !mayDoStep(action.parts, may)) return [];
    const { id, name, key } = step;
    return { id, name, keys: key === null ? undefined : `q ${key}`, act: () => onAct(action) };
  });
}

/** Entries of a menu for the account's quick steps; none while there are none that may be done. */
export function useQuickSteps(
  account: Account,
  may: May,
  onAct: (action: MailAction) => void,
): readonly MenuEntry[] {
  const offered = useOffered(account, may, onAct);
  if (offered.length === 0) return [];
  return [
    { heading: t("quickSteps") },
    ...offered.map(({ id, name, keys, act }) => ({
      id: `step-${id}`,
      label: name,
      icon: <QuickStepIcon />,
      ...(keys !== undefined && { shortcut: keys }),
      onAct: act,
    })),
  ];
}

/** The same by their keys and in the palette. */
export function useQuickStepVerbs(
  account: Account,
  may: May,
  onAct: (action: MailAction) => void,
): void {
  const offered = useOffered(account, may, onAct);
  useVerbs(
    offered.map(({ id, name, keys, act }) => ({
      id: `mail.step.${id}`,
      group: t("quickSteps"),
      label: name,
      icon: <QuickStepIcon />,
      words: "quick step",
      ...(keys !== undefined && { keys: [keys] }),
      act,
    })),
  );
}
