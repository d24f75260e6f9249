import type { EmailRecord } from "@atrium/contract/types/email";
import { NotSignedIn, type Account, type Act } from "@atrium/jmap";
import { dismissToast, toast } from "@atrium/ui";
import { useMemo } from "react";
import { useMail } from "../mail.tsx";
import { mailboxName } from "../mailboxes/mailbox-look.tsx";
import { mailboxesOf } from "../mailboxes/use-mailboxes.ts";
import { t } from "../strings/index.ts";
import { changeEmails, destroyEmails, type Reversible } from "./change.ts";
import { alsoInto, asJunk, into, seen, starred, type PatchOf } from "./patches.ts";

/** What a person does with messages. Each answers at once, can be undone where that is possible, and says so. */
export interface Acts {
  star(emails: readonly EmailRecord[], isOn: boolean): void;
  /** `isQuiet` for what happens by itself when a message is opened. */
  read(emails: readonly EmailRecord[], isRead: boolean, isQuiet?: boolean): void;
  archive(emails: readonly EmailRecord[]): void;
  trash(emails: readonly EmailRecord[]): void;
  junk(emails: readonly EmailRecord[]): void;
  move(emails: readonly EmailRecord[], mailboxId: string): void;
  /** Into one more folder; it stays where it is too. */
  file(emails: readonly EmailRecord[], mailboxId: string): void;
  /** For good, without a way back; ask before. */
  destroy(emails: readonly EmailRecord[]): void;
  /** Takes back the latest act that can be. */
  undo(): void;
}

/** The latest acts that can be taken back, of this window. */
const done: (() => void)[] = [];
const MOST = 20;

export function useActs(): Acts {
  const { account } = useMail();
  return useMemo(() => actsOn(account), [account]);
}

function actsOn(account: Account): Acts {
  const role = (name: "archive" | "trash" | "junk"): string | undefined =>
    mailboxesOf(account).byRole(name)?.id;

  function change(emails: readonly EmailRecord[], patchOf: PatchOf, message?: string): void {
    const reversible = changeEmails(account, emails, patchOf);
    if (!reversible) return;
    const withdraw = message === undefined ? undefined : offerUndo(account, message, reversible);
    perform(account, reversible.act, withdraw);
  }

  const intoRole = (name: "archive" | "trash"): PatchOf => {
    const folder = role(name);
    return folder === undefined ? () => ({}) : into(folder);
  };

  return {
    star: (emails, isOn) => change(emails, starred(isOn)),
    read(emails, isRead, isQuiet = false) {
      const count = emails.length;
      const message = isRead ? t("markedRead", { count }) : t("markedUnread", { count });
      change(emails, seen(isRead), isQuiet ? undefined : message);
    },
    archive: (emails) => change(emails, intoRole("archive"), t("archived")),
    trash: (emails) => change(emails, intoRole("trash"), t("movedToTrash")),
    junk(emails) {
      const junk = role("junk");
      if (junk !== undefined) change(emails, asJunk(junk), t("movedToJunk"));
    },
    move(emails, mailboxId) {
      const mailbox = mailboxesOf(account).byId(mailboxId);
      if (mailbox) change(emails, into(mailboxId), t("moved", { folder: mailboxName(mailbox) }));
    },
    file(emails, mailboxId) {
      const mailbox = mailboxesOf(account).byId(mailboxId);
      if (mailbox)
        change(emails, alsoInto(mailboxId), t("filedToo", { folder: mailboxName(mailbox) }));
    },
    destroy(emails) {
      const said = toast(t("destroyed", { count: emails.length }));
      perform(account, destroyEmails(account, emails), () => dismissToast(said));
    },
    undo() {
      const last = done.at(-1);
      if (last) last();
      else toast(t("nothingToUndo"));
    },
  };
}

/** `withdraw` takes away what was said of an act that did not happen after all. */
function perform(account: Account, act: Act, withdraw?: () => void): void {
  account.act(act).catch((error: unknown) => {
    withdraw?.();
    // Who has to sign in again is asked to; nothing else needs to be said.
    if (error instanceof NotSignedIn) return;
    toast({
      severity: "danger",
      message: t("actRefused"),
      action: { label: t("tryAgain"), onAct: () => perform(account, act) },
    });
  });
}

/** Says what was done and offers the way back; answers what withdraws the offer. */
function offerUndo(account: Account, message: string, { undo }: Reversible): () => boolean {
  const way = wayBack(() => {
    dismissToast(offer);
    perform(account, undo());
    toast(t("undone"));
  });
  const offer = toast({ message, action: { label: t("undo"), onAct: way.take } });
  return () => {
    if (!way.withdraw()) return false;
    dismissToast(offer);
    return true;
  };
}

/** Remembers how an act is taken back, for the key that does. It is taken once, and not after it was withdrawn. */
export function wayBack(onTake: () => void): {
  readonly take: () => void;
  readonly withdraw: () => boolean;
} {
  const withdraw = (): boolean => {
    const at = done.indexOf(take);
    if (at >= 0) done.splice(at, 1);
    return at >= 0;
  };
  // By its key or a second click: the offer may have been used already.
  const take = (): void => {
    if (withdraw()) onTake();
  };
  done.push(take);
  if (done.length > MOST) done.shift();
  return { take, withdraw };
}
