import { startTask } from "@atrium/feature-suite/parts";
import type { EmailSource } from "@atrium/contract/types/background-task";
import { Email, type EmailRecord } from "@atrium/contract/types/email";
import { Thread } from "@atrium/contract/types/thread";
import { toast, type RowSelection } from "@atrium/ui";
import { useCallback } from "react";
import { isOfConversations, leavesList, verbOf, type MailAction } from "../actions/verbs.ts";
import { actionsOn, batch } from "../actions/use-actions.ts";
import { mailboxesOf } from "../mailboxes/use-mailboxes.ts";
import { t } from "../strings/index.ts";
import type { ListMode } from "../conversation-list/list-options.ts";
import { sharesOf, type ListShare, type MailList } from "./mail-list.ts";
import type { ShownList } from "./shown-list.ts";
import { emailsOfRow, isAtHand, isNothing, MOST_AT_ONCE } from "./targets.ts";
import type { GoingOn } from "./use-going-on.ts";
import type { Questions } from "./use-questions.ts";

/** Does it with rows of a list, whether they are loaded or not. */
export type Perform = (action: MailAction, target: RowSelection, to?: GoingOn) => void;

/** The same function for the same list: every row of it is given what it is part of. */
export function usePerform(
  { list, mode, isTrash }: ShownList,
  goOn: (going: RowSelection, to?: GoingOn) => (() => void) | undefined,
  /** These rows have left the list. */
  onLeave: (gone: RowSelection) => void,
  askDestroy: Questions["destroy"],
): Perform {
  return useCallback(
    (action, target, to) => {
      if (isNothing(target)) return;
      const leaves = leavesList(action, list.shares[0]!.folder?.role);
      // A label is on a conversation, wherever its messages lie; so is what keeps it quiet or on top.
      const isWhole = isOfConversations(action);
      // Whose messages these are is found out before anything of them changes.
      const parts = messagesOf(list, target, mode, isWhole);
      const count = parts?.reduce((sum, { emails }) => sum + emails.length, 0);
      if (action.kind === "trash" && isTrash) {
        askDestroy(target, count, to);
        return;
      }
      // On top of so much there would be no top.
      if (action.kind === "pin" && action.isOn && !parts) {
        toast(t("tooManyToPin"));
        return;
      }
      const goBack = leaves ? goOn(target, to) : undefined;
      if (parts)
        batch(
          count!,
          () => {
            for (const { share, emails } of parts)
              actionsOn(share.account, share.isReadOnly).perform(action, emails);
          },
          goBack,
        );
      else startTasks(list, action, target, mode, isWhole);
      if (leaves) onLeave(target);
    },
    [list, mode, isTrash, goOn, onLeave, askDestroy],
  );
}

/** Whether all messages that rows stand for are here, and few enough to be acted on at once. */
export function isWholeHere(list: MailList, target: RowSelection, mode: ListMode): boolean {
  return messagesOf(list, target, mode) !== undefined;
}

/** The messages of rows by account; `undefined` when not all of them are here, or too many. */
function messagesOf(
  list: MailList,
  target: RowSelection,
  mode: ListMode,
  /** Whole conversations, not only what lies in the list's folder. */
  isWhole = false,
): { readonly share: ListShare; readonly emails: readonly EmailRecord[] }[] | undefined {
  if (target.all || target.ids.size > MOST_AT_ONCE) return undefined;
  const parts = [...sharesOf(list, target)];
  if (!parts.every(([{ account }, ids]) => isAtHand(account, ids, mode))) return undefined;
  return parts.map(([share, ids]) => ({
    share,
    emails: ids.flatMap((id) =>
      emailsOfRow(share.account, id, isWhole ? undefined : share.folder?.id, mode),
    ),
  }));
}

/** A background task in each account that rows belong to, every one with its own progress and its own way back. */
function startTasks(
  list: MailList,
  action: MailAction,
  target: RowSelection,
  mode: ListMode,
  isWhole: boolean,
): void {
  for (const [share, ids] of sharesOf(list, target)) {
    // As they are now: a folder may have been made meanwhile.
    const { changes, title } = verbOf(action, mailboxesOf(share.account));
    if (!changes) continue;
    const name = list.isMerged ? `${title} · ${share.name ?? t("ownMail")}` : title;
    const source: EmailSource = {
      ...sourceOf(share, target.all, ids, mode),
      // Of a conversation only what this list shows of it.
      ...(!isWhole && { only: share.only }),
    };
    if (changes === "destroy") void startTask(share.account, "destroyEmails", name, { source });
    else void startTask(share.account, "changeEmails", name, { source, changes });
  }
}

/** Where an action on more than is here finds its messages. `ids` are meant, or with `all` left out. */
function sourceOf(
  { account, query: { definition } }: ListShare,
  all: boolean,
  ids: readonly string[],
  mode: ListMode,
): EmailSource {
  if (!all) return { emailIds: ids, wholeThreads: mode !== "messages" };
  const exceptEmailIds = ids.flatMap((id) => {
    const thread = account.get(Email, id)?.threadId;
    const whole = thread === undefined ? undefined : account.get(Thread, thread)?.emailIds;
    return mode === "messages" ? [id] : [id, ...(whole ?? [])];
  });
  return { filter: definition.filter ?? {}, exceptEmailIds };
}
