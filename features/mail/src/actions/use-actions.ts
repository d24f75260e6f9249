import type { EmailRecord } from "@atrium/contract/types/email";
import { NotSignedIn, type Account, type Mutation } from "@atrium/jmap";
import { dismissToast, offerUndo, toast, undoLatest } from "@atrium/ui";
import { useMemo } from "react";
import { useMail } from "../mail.tsx";
import { mailboxesOf } from "../mailboxes/use-mailboxes.ts";
import { t } from "../strings/index.ts";
import { changeEmails, destroyEmails, type Reversible } from "./change.ts";
import { verbOf, type MailAction } from "./verbs.ts";
import { isForReading } from "./may.ts";
import { DEALT_WITH, type Changes } from "./patches.ts";
import { refusalOf } from "./refusal.ts";

/** Actions on messages of an account. Each is shown at once, can be undone where that is possible, and says so. */
export interface Actions {
  /** `isQuiet` for what happens by itself, as when a message is opened. */
  perform(action: MailAction, emails: readonly EmailRecord[], isQuiet?: boolean): void;
  /** What came back from being snoozed has been looked at. */
  lookedAt(emails: readonly EmailRecord[]): void;
  /** Undoes the latest action that can be. */
  undo(): void;
}

export function useActions(): Actions {
  const { account, isReadOnly } = useMail();
  return useMemo(() => actionsOn(account, isReadOnly), [account, isReadOnly]);
}

/** What may be gathered of actions in several accounts, which are one action for the person. */
interface Batch {
  /** Messages in all. */
  readonly count: number;
  message: string | undefined;
  readonly parts: Part[];
}

interface Part extends Reversible {
  readonly account: Account;
}

let openBatch: Batch | undefined;

/** What is done meanwhile, in whatever accounts, is said once and has one way back. `count`: its messages. */
export function batch(count: number, action: () => void, onUndone?: () => void): void {
  const all: Batch = (openBatch = { count, message: undefined, parts: [] });
  try {
    action();
  } finally {
    openBatch = undefined;
  }
  runBatch(all.parts, all.message, onUndone);
}

/** What a person does with messages of an account. */
export function actionsOn(account: Account, isReadOnly: boolean): Actions {
  function change(
    emails: readonly EmailRecord[],
    changes: Changes | undefined,
    message?: string,
  ): void {
    if (isReadOnly || isForReading(mailboxesOf(account).list)) {
      // What happens by itself, as marking what was opened, does not happen here, and nobody misses it.
      if (message !== undefined) toast(t("readOnlyWhat"));
      return;
    }
    const reversible = changes && changeEmails(account, emails, changes);
    if (!reversible) return;
    const part = { account, ...reversible };
    if (openBatch) {
      openBatch.parts.push(part);
      openBatch.message ??= message;
    } else runBatch([part], message);
  }

  return {
    perform(action, emails, isQuiet = false) {
      const verb = verbOf(action, mailboxesOf(account));
      if (verb.changes === "destroy") {
        const said = toast(verb.done(emails.length)!);
        runMutation(account, destroyEmails(account, emails), () => dismissToast(said));
        return;
      }
      const message = isQuiet ? undefined : verb.done(openBatch?.count ?? emails.length);
      change(verb.meant(emails, account), verb.changes, message);
    },
    lookedAt: (emails) => change(emails, DEALT_WITH),
    undo() {
      if (!undoLatest()) toast(t("nothingToUndo"));
    },
  };
}

/** `withdraw` takes away what was said of an action that did not happen after all. */
function runMutation(account: Account, mutation: Mutation, withdraw?: () => void): void {
  // Without network it is said later, as often as need be: patches of keywords and folders may be said twice.
  account.mutate({ ...mutation, persist: true }).catch((error: unknown) => {
    withdraw?.();
    // Who has to sign in again is asked to; nothing else needs to be said.
    if (error instanceof NotSignedIn) return;
    toast({
      severity: "danger",
      message: refusalOf(error),
      action: { label: t("tryAgain"), onAct: () => runMutation(account, mutation) },
    });
  });
}

/** Does it, and says what was done with the way back. What is refused is not taken back by that any more. */
function runBatch(
  parts: readonly Part[],
  message: string | undefined,
  onUndone?: () => void,
): void {
  if (parts.length === 0) return;
  const stands = new Set(parts);
  const onUndo = (): void => {
    for (const { account, undo } of stands) runMutation(account, undo());
    onUndone?.();
    toast(t("undone"));
  };
  const withdraw = message === undefined ? undefined : offerUndo({ message, onUndo });
  for (const part of parts)
    runMutation(part.account, part.mutation, () => {
      stands.delete(part);
      if (stands.size === 0) withdraw?.();
    });
}
