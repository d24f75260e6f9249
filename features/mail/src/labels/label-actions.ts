import {
  Label,
  LABEL_COLORS,
  type LabelColor,
  type LabelRecord,
} from "@atrium/contract/types/label";
import { SetRefused, type Account } from "@atrium/jmap";
import { offerUndo, toast } from "@atrium/ui";
import { t } from "./strings/index.ts";

/** Gives a label another name or colour, at once and with a way back. */
export async function changeLabel(
  account: Account,
  label: LabelRecord,
  patch: Partial<Pick<LabelRecord, "name" | "color">>,
): Promise<void> {
  const { name, color } = label;
  await account.mutate({ type: Label, update: { [label.id]: { ...patch } } });
  offerUndo({
    message: t("changed", { name: patch.name ?? name }),
    onUndo: () =>
      void account
        .mutate({ type: Label, update: { [label.id]: { name, color } } })
        .catch(sayRefused),
  });
}

/** For good: the server takes it off all mail. */
export async function deleteLabel(account: Account, { id, name }: LabelRecord): Promise<void> {
  await account.mutate({ type: Label, destroy: [id] });
  toast(t("deleted", { name }));
}

/** The colour for the next label: one that the fewest labels have. */
export function nextColor(labels: readonly Pick<LabelRecord, "color">[]): LabelColor {
  const count = (color: LabelColor): number =>
    labels.filter((label) => label.color === color).length;
  return LABEL_COLORS.toSorted((a, b) => count(a) - count(b))[0]!;
}

/** What went wrong, in words for the field of a label's name. */
export function refusalOf(error: unknown): string {
  const kinds =
    error instanceof SetRefused ? Object.values(error.refused).map(({ type }) => type) : [];
  if (kinds.includes("alreadyExists")) return t("nameTaken");
  if (kinds.includes("overQuota")) return t("tooMany");
  return kinds.includes("invalidProperties") ? t("badName") : t("refused");
}

export function sayRefused(error: unknown): void {
  toast({ severity: "danger", message: refusalOf(error) });
}
