import {
  Label,
  LABEL_COLORS,
  type LabelColor,
  type LabelCreate,
  type LabelRecord,
} from "@atrium/contract/types/label";
import type { SetResponse } from "@atrium/contract/types/wire";
import { SetRefused, type Account, type JmapClient } from "@atrium/jmap";
import { dismissToast, toast } from "@atrium/ui";
import { wayBack } from "../acts/way-back.ts";
import { t as mail } from "../strings/index.ts";
import { labelsOf } from "./labels.ts";
import { t } from "./strings/index.ts";

/** Makes a label and answers it once it is in the list. Rejects with `SetRefused` or as any call does. */
export async function createLabel(
  client: JmapClient,
  account: Account,
  label: LabelCreate,
): Promise<LabelRecord> {
  const { created, notCreated } = await client.call<SetResponse>(`${Label.name}/set`, {
    accountId: account.id,
    create: { new: label },
  });
  const id = created?.["new"]?.["id"];
  if (typeof id !== "string") throw new SetRefused(notCreated ?? {});
  await (account.isWhole(Label) ? account.sync() : account.fetchAll(Label));
  const made = labelsOf(account).byId(id);
  if (!made) throw new SetRefused({});
  return made;
}

/** Gives a label another name or colour, at once and with a way back. */
export async function changeLabel(
  account: Account,
  label: LabelRecord,
  patch: Partial<Pick<LabelRecord, "name" | "color">>,
): Promise<void> {
  const { name, color } = label;
  await account.act({ type: Label, update: { [label.id]: { ...patch } } });
  const way = wayBack(() => {
    dismissToast(offer);
    account.act({ type: Label, update: { [label.id]: { name, color } } }).catch(sayRefused);
  });
  const offer = toast({
    message: t("changed", { name: patch.name ?? name }),
    action: { label: mail("undo"), onAct: way.take },
  });
}

/** For good: the server takes it off all mail. */
export async function deleteLabel(account: Account, { id, name }: LabelRecord): Promise<void> {
  await account.act({ type: Label, destroy: [id] });
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
