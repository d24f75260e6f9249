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
    perform(account, reversible.act);
    if (message !== undefined) offerUndo(account, message, reversible);
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
      perform(account, destroyEmails(account, emails));
      toast(t("destroyed", { count: emails.length }));
    },
    undo() {
      const last = done.at(-1);
      if (last) last();
      else toast(t("nothingToUndo"));
    },
  };
}

function perform(account: Account, act: Act): void {
  account.act(act).catch((error: unknown) => {
    // Who has to sign in again is asked to; nothing else needs to be said.
    if (error instanceof NotSignedIn) return;
    toast({
      severity: "danger",
      message: t("actRefused"),
      action: { label: t("tryAgain"), onAct: () => perform(account, act) },
    });
  });
}

function offerUndo(account: Account, message: string, { undo }: Reversible): void {
  const takeBack = (): void => {
    const at = done.indexOf(takeBack);
    if (at < 0) return;
    done.splice(at, 1);
    // By its key the offer is still in sight, and does nothing any more.
    dismissToast(offer);
    perform(account, undo());
    toast(t("undone"));
  };
  done.push(takeBack);
  if (done.length > MOST) done.shift();
  const offer = toast({ message, action: { label: t("undo"), onAct: takeBack } });
}
