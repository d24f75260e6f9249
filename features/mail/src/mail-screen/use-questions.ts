import { isSelected, toast, type RowSelection } from "@atrium/ui";
import { useCallback, useState } from "react";
import type { Point } from "../snooze/point.ts";
import { t } from "../strings/index.ts";
import { shareOf } from "./mail-list.ts";
import type { ShownList } from "./shown-list.ts";
import { emailsOfRow, isNothing } from "./targets.ts";
import type { GoingOn } from "./use-going-on.ts";

/** What rises above the list: most of it asks about rows. */
export type Question =
  | { readonly kind: "menu"; readonly row: string; readonly at: Point }
  | {
      readonly kind: "folder";
      readonly how: "move" | "file";
      readonly target: RowSelection;
      readonly at: Point;
    }
  | {
      readonly kind: "labels";
      readonly target: RowSelection;
      readonly at: Point;
      /** The messages of each row that is here. */
      readonly rows: readonly (readonly string[])[];
    }
  | { readonly kind: "hour"; readonly target: RowSelection; readonly at: Point }
  | {
      readonly kind: "destroy";
      readonly target: RowSelection;
      readonly to: GoingOn | undefined;
      /** Its messages; `undefined` when nobody has counted them. */
      readonly count: number | undefined;
    }
  | { readonly kind: "keys" };

export interface Questions {
  readonly asked: Question | undefined;
  readonly menu: (row: string, at: Point) => void;
  readonly folder: (how: "move" | "file", target: RowSelection, at: Point) => void;
  readonly labels: (target: RowSelection, at: Point) => void;
  readonly hour: (target: RowSelection, at: Point) => void;
  readonly destroy: (
    target: RowSelection,
    count: number | undefined,
    to: GoingOn | undefined,
  ) => void;
  readonly keys: () => void;
  /** Closes that one only: a menu may have asked the next before it goes. */
  readonly close: (kind: Question["kind"]) => void;
}

/** One question at a time; about nothing, none. */
export function useQuestions({ list, view, mode }: ShownList): Questions {
  const [asked, setAsked] = useState<Question>();
  const [last, setLast] = useState(list.query);
  const close = (kind: Question["kind"]): void =>
    setAsked((now) => (now?.kind === kind ? undefined : now));
  if (last !== list.query) {
    setLast(list.query);
    close("menu");
  }
  const hour = useCallback((target: RowSelection, at: Point): void => {
    if (!isNothing(target)) setAsked({ kind: "hour", target, at });
  }, []);
  const destroy = useCallback<Questions["destroy"]>(
    (target, count, to) => setAsked({ kind: "destroy", target, count, to }),
    [],
  );
  return {
    asked,
    close,
    menu: (row, at) => setAsked({ kind: "menu", row, at }),
    hour,
    destroy,
    keys: () => setAsked({ kind: "keys" }),
    folder(how, target, at) {
      if (isNothing(target)) return;
      if (shareOf(list, target)) setAsked({ kind: "folder", how, target, at });
      else toast(t("severalAccounts"));
    },
    labels(target, at) {
      if (isNothing(target)) return;
      const share = shareOf(list, target);
      if (!share) {
        toast(t("severalAccountsLabel"));
        return;
      }
      const here = target.all
        ? [...view.ids()].filter((row) => isSelected(target, row))
        : [...target.ids];
      const rows = here.map((row) =>
        emailsOfRow(share.account, list.of(row).id, undefined, mode).map((one) => one.id),
      );
      setAsked({ kind: "labels", target, at, rows: rows.filter((row) => row.length > 0) });
    },
  };
}
