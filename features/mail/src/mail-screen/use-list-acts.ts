import { Email } from "@atrium/contract/types/email";
import { Thread } from "@atrium/contract/types/thread";
import type { Account, WindowedQuery } from "@atrium/jmap";
import { toast, type RowSelection } from "@atrium/ui";
import { useCallback, useState } from "react";
import { actTitle, leavesList, patchOfAct, type MailAct } from "../acts/mail-act.ts";
import type { BulkSource } from "../acts/bulk/collect.ts";
import { useActs } from "../acts/use-acts.ts";
import { useMail } from "../mail.tsx";
import { mailboxesOf } from "../mailboxes/use-mailboxes.ts";
import { t } from "../strings/index.ts";
import type { ListMode } from "./list-options.ts";
import { emailsOfRow, isAtHand, isNothing } from "./targets.ts";
import type { GoingOn } from "./use-going-on.ts";

/** What is done with rows of a list, whether they are loaded or not. */
export interface ListActs {
  readonly perform: (act: MailAct, target: RowSelection, to?: GoingOn) => void;
  /** Messages would be destroyed for good: how many, or that nobody has counted them, while the person is asked. */
  readonly asking: { readonly count: number | undefined } | undefined;
  readonly confirm: () => void;
  readonly cancel: () => void;
}

export function useListActs({
  query,
  folder,
  isTrash,
  mode,
  goOn,
  onLeave,
}: {
  readonly query: WindowedQuery;
  readonly folder: string | undefined;
  readonly isTrash: boolean;
  readonly mode: ListMode;
  readonly goOn: (going: RowSelection, to?: GoingOn) => void;
  /** What was selected has left the list. */
  readonly onLeave: () => void;
}): ListActs {
  const { account, client } = useMail();
  const acts = useActs();
  const [asked, setAsked] = useState<{
    readonly target: RowSelection;
    readonly to: GoingOn | undefined;
    readonly count: number | undefined;
  }>();

  const run = useCallback(
    (act: MailAct, target: RowSelection, to?: GoingOn): void => {
      const boxes = mailboxesOf(account);
      const leaves = leavesList(act, folder === undefined ? undefined : boxes.byId(folder)?.role);
      // A label is on a conversation, wherever its messages lie; so is what keeps it quiet or on top.
      const isWhole =
        act.kind === "label" || act.kind === "mute" || (act.kind === "pin" && !act.isOn);
      // Whose messages these are is found out before anything of them changes.
      const emails = isAtHand(account, target, mode)
        ? [...target.ids].flatMap((id) =>
            emailsOfRow(account, id, isWhole ? undefined : folder, mode),
          )
        : undefined;
      if (act.kind === "pin" && act.isOn && !emails) {
        // On top of so much there would be no top.
        toast(t("tooManyToPin"));
        return;
      }
      if (leaves) goOn(target, to);
      if (emails) acts.perform(act, emails);
      else {
        const patchOf = patchOfAct(act, boxes);
        if (!patchOf) return;
        import("../acts/bulk/bulk.ts").then(
          ({ startBulk }) =>
            startBulk({
              client,
              accountId: account.id,
              title: actTitle(act, boxes),
              source: sourceOf(account, query, target, mode),
              // Of a conversation only what this list shows of it.
              isMeant: (email) => isWhole || query.definition.keeps?.({ ...email }) !== false,
              what: patchOf,
            }),
          () => toast({ severity: "danger", message: t("actRefused") }),
        );
      }
      if (leaves) onLeave();
    },
    [account, client, acts, query, folder, mode, goOn, onLeave],
  );

  const perform = useCallback(
    (act: MailAct, target: RowSelection, to?: GoingOn): void => {
      if (isNothing(target)) return;
      if (act.kind === "trash" && isTrash) {
        const count = isAtHand(account, target, mode)
          ? [...target.ids].flatMap((id) => emailsOfRow(account, id, folder, mode)).length
          : undefined;
        setAsked({ target, to, count });
      } else run(act, target, to);
    },
    [account, isTrash, folder, mode, run],
  );

  return {
    perform,
    asking: asked,
    confirm() {
      if (!asked) return;
      setAsked(undefined);
      run({ kind: "destroy" }, asked.target, asked.to);
    },
    cancel: () => setAsked(undefined),
  };
}

/** Where an act on more than is here finds its messages. */
function sourceOf(
  account: Account,
  { definition }: WindowedQuery,
  { all, ids }: RowSelection,
  mode: ListMode,
): BulkSource {
  if (!all) return { kind: mode === "messages" ? "emails" : "threads", ids: [...ids] };
  const except = [...ids].flatMap((id) => {
    const thread = account.get(Email, id)?.threadId;
    const whole = thread === undefined ? undefined : account.get(Thread, thread)?.emailIds;
    return mode === "messages" ? [id] : [id, ...(whole ?? [])];
  });
  return { kind: "query", filter: definition.filter ?? {}, except: new Set(except) };
}
