import type { EmailRecord } from "@atrium/contract/types/email";
import { NotSignedIn, type Account, type Act } from "@atrium/jmap";
import { dismissToast, toast } from "@atrium/ui";
import { useMemo } from "react";
import { useMail } from "../mail.tsx";
import { mailboxName } from "../mailboxes/mailbox-look.tsx";
import { mailboxesOf } from "../mailboxes/use-mailboxes.ts";
import { t } from "../strings/index.ts";
import { changeEmails, destroyEmails, type Reversible } from "./change.ts";

/** What a person does with messages. Each answers at once, can be undone where that is possible, and says so. */
export interface Acts {
  star(emails: readonly EmailRecord[], isOn: boolean): void;
  /** `isQuiet` for what happens by itself when a message is opened. */
  read(emails: readonly EmailRecord[], isRead: boolean, isQuiet?: boolean): void;
  archive(emails: readonly EmailRecord[]): void;
  trash(emails: readonly EmailRecord[]): void;
  junk(emails: readonly EmailRecord[]): void;
  move(emails: readonly EmailRecord[], mailboxId: string): void;
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
  const role = (name: "archive" | "trash" | "junk" | "inbox"): string | undefined =>
    mailboxesOf(account).byRole(name)?.id;

  function change(
    emails: readonly EmailRecord[],
    patchOf: (email: EmailRecord) => Readonly<Record<string, true | null>>,
    message?: string,
  ): void {
    const reversible = changeEmails(account, emails, patchOf);
    if (!reversible) return;
    const withdraw = message === undefined ? undefined : offerUndo(account, message, reversible);
    perform(account, reversible.act, withdraw);
  }

  /** Out of every folder, into one. */
  const into = (to: string | undefined) => (email: EmailRecord) =>
    to === undefined
      ? {}
      : {
          ...Object.fromEntries(
            Object.keys(email.mailboxIds).map((id) => [`mailboxIds/${id}`, null]),
          ),
          [`mailboxIds/${to}`]: true as const,
        };

  return {
    star: (emails, isOn) => change(emails, () => ({ "keywords/$flagged": isOn || null })),
    read(emails, isRead, isQuiet = false) {
      const count = emails.length;
      const message = isRead ? t("markedRead", { count }) : t("markedUnread", { count });
      change(emails, () => ({ "keywords/$seen": isRead || null }), isQuiet ? undefined : message);
    },
    archive: (emails) => change(emails, into(role("archive")), t("archived")),
    trash: (emails) => change(emails, into(role("trash")), t("movedToTrash")),
    junk(emails) {
      const patch = into(role("junk"));
      change(
        emails,
        (email) => ({ ...patch(email), "keywords/$junk": true, "keywords/$notjunk": null }),
        t("movedToJunk"),
      );
    },
    move(emails, mailboxId) {
      const mailbox = mailboxesOf(account).byId(mailboxId);
      if (mailbox) change(emails, into(mailboxId), t("moved", { folder: mailboxName(mailbox) }));
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
  const withdraw = (): boolean => {
    const at = done.indexOf(takeBack);
    if (at < 0) return false;
    done.splice(at, 1);
    dismissToast(offer);
    return true;
  };
  const takeBack = (): void => {
    // By its key or a second click: the offer may have been used already.
    if (!withdraw()) return;
    perform(account, undo());
    toast(t("undone"));
  };
  done.push(takeBack);
  if (done.length > MOST) done.shift();
  const offer = toast({ message, action: { label: t("undo"), onAct: takeBack } });
  return withdraw;
}
