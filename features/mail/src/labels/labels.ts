import type { EmailRecord } from "@atrium/contract/types/email";
import {
  Label,
  LABEL_COLORS,
  type LabelColor,
  type LabelRecord,
} from "@atrium/contract/types/label";
import { compareNames } from "@atrium/i18n";
import { useAll, type Account } from "@atrium/jmap";
import { useEffect, useMemo } from "react";
import { useMail } from "../mail.tsx";

/** All labels of an account in their order, and the ways to find one. */
export interface Labels {
  readonly list: readonly LabelRecord[];
  byId(id: string): LabelRecord | undefined;
  byKeyword(keyword: string): LabelRecord | undefined;
  /** Whatever case it is written in. */
  byName(name: string): LabelRecord | undefined;
}

/** The account's labels, followed live; `undefined` until they are here. */
export function useLabels(): Labels | undefined {
  const { account } = useMail();
  const list = useAll(account, Label);
  useEffect(() => {
    if (!account.isWhole(Label)) account.fetchAll(Label).catch(() => undefined);
  }, [account]);
  return useMemo(() => list && asLabels(list), [list]);
}

/** The labels as they are now, for actions. */
export function labelsOf(account: Account): Labels {
  return asLabels(account.all(Label));
}

export function asLabels(records: readonly LabelRecord[]): Labels {
  const list = records.toSorted(
    (a, b) => a.sortOrder - b.sortOrder || compareNames(a.name, b.name),
  );
  const byKeyword = new Map(list.map((label) => [label.keyword, label]));
  const plain = (name: string): string => name.normalize("NFKC").trim().toLowerCase();
  return {
    list,
    byId: (id) => list.find((label) => label.id === id),
    byKeyword: (keyword) => byKeyword.get(keyword),
    byName: (name) => list.find((label) => plain(label.name) === plain(name)),
  };
}

const NONE: readonly LabelRecord[] = [];

/** The labels that one of the messages has, in the order of the labels. */
export function labelsOn(
  labels: Labels | undefined,
  emails: readonly Pick<EmailRecord, "keywords">[],
): readonly LabelRecord[] {
  if (!labels || labels.list.length === 0) return NONE;
  const found = new Set<LabelRecord>();
  for (const { keywords } of emails)
    for (const keyword of Object.keys(keywords)) {
      const label = labels.byKeyword(keyword);
      if (label) found.add(label);
    }
  return found.size === 0 ? NONE : labels.list.filter((label) => found.has(label));
}

/** The number of a label's hue in the UI kit. */
export const hueOf = (color: LabelColor): number => LABEL_COLORS.indexOf(color) + 1;
