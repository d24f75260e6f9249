import type { LabelRecord } from "@atrium/contract/types/label";
import { fold } from "../fold.ts";

/** Whether conversations have a label: all of them, some, none. */
export type Mark = "on" | "some" | "off";

type Keywords = Readonly<Record<string, true>>;

/** A conversation has the label that one of its messages has. `rows`: the keywords of each message of each conversation. */
export function markOf(rows: readonly (readonly Keywords[])[], keyword: string): Mark {
  const having = rows.filter((row) => row.some((keywords) => keywords[keyword] === true)).length;
  if (having === 0) return "off";
  return having === rows.length ? "on" : "some";
}

/** The labels that what is typed may mean: those that begin so first, then those that have it in them. */
export function findLabels(list: readonly LabelRecord[], typed: string): readonly LabelRecord[] {
  const wanted = fold(typed.trim());
  if (wanted === "") return list;
  const places = list.map((label) => ({ label, at: fold(label.name).indexOf(wanted) }));
  return [...places.filter(({ at }) => at === 0), ...places.filter(({ at }) => at > 0)].map(
    ({ label }) => label,
  );
}
