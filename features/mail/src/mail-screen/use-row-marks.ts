import type { EmailRecord } from "@atrium/contract/types/email";
import type { RowSelection } from "@atrium/ui";
import { useCallback } from "react";
import { wholeThreads } from "../actions/change.ts";
import { isMuted, isPinned } from "../actions/marks.ts";
import { actionsOn } from "../actions/use-actions.ts";
import type { ShownList } from "./shown-list.ts";
import { emailsOfRow } from "./targets.ts";
import type { Perform } from "./use-perform.ts";

/** What rows stand for, and the marks that are put on them or taken away, whichever they have. */
export interface RowMarks {
  /** The messages of a row in this list. */
  readonly emailsOf: (row: string) => readonly EmailRecord[];
  /** The whole conversation of a row, in whatever folder. */
  readonly wholeOf: (row: string) => readonly EmailRecord[];
  /** All get what `row` has not, or lose what it has. */
  readonly star: (target: RowSelection, row: string | undefined) => void;
  /** Of conversations some of which may have it: all get it unless all have it. */
  readonly toggle: (kind: "pin" | "mute", target: RowSelection) => void;
}

export function useRowMarks({ list, mode }: ShownList, perform: Perform): RowMarks {
  const emailsOf = useCallback(
    (row: string) => {
      const { share, id } = list.of(row);
      return emailsOfRow(share.account, id, share.folder?.id, mode);
    },
    [list, mode],
  );
  const wholeOf = (row: string): readonly EmailRecord[] =>
    wholeThreads(list.of(row).share.account, emailsOf(row));
  return {
    emailsOf,
    wholeOf,
    star(target, row) {
      const emails = row === undefined ? [] : emailsOf(row);
      const isOn = emails.some(({ keywords }) => keywords["$flagged"] === true);
      // A star on one conversation is one on its latest message.
      if (row !== undefined && !target.all && target.ids.size === 1) {
        const { account, isReadOnly } = list.of(row).share;
        actionsOn(account, isReadOnly).perform(
          { kind: "star", isOn: !isOn },
          isOn ? emails : emails.slice(-1),
        );
      } else perform({ kind: "star", isOn: !isOn }, target);
    },
    toggle(kind, target) {
      const has = kind === "pin" ? isPinned : isMuted;
      const rows = target.all ? [] : [...target.ids];
      perform({ kind, isOn: rows.length === 0 || !rows.every((row) => has(wholeOf(row))) }, target);
    },
  };
}
