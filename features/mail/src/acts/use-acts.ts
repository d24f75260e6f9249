import type { EmailRecord } from "@atrium/contract/types/email";
import type { LabelRecord } from "@atrium/contract/types/label";
import { formatComingTime } from "@atrium/i18n";
import { NotSignedIn, type Account, type Act } from "@atrium/jmap";
import { dismissToast, toast } from "@atrium/ui";
import { useMemo } from "react";
import { useMail } from "../mail.tsx";
import { mailboxName } from "../mailboxes/mailbox-look.tsx";
import { mailboxesOf } from "../mailboxes/use-mailboxes.ts";
import { t } from "../strings/index.ts";
import { isForReading } from "./may.ts";
import { refusalOf } from "./refusal.ts";
import { changeEmails, destroyEmails, wholeThreads, type Reversible } from "./change.ts";
import type { MailAct } from "./mail-act.ts";
import {
  alsoInto,
  asJunk,
  DEALT_WITH,
  into,
  labelled,
  muted,
  pinned,
  seen,
  starred,
  type PatchOf,
} from "./patches.ts";
import { snoozing, unsnoozing, worthSnoozing } from "./snooze.ts";
import { takeBackLatest, wayBack } from "./way-back.ts";

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
  label(
    emails: readonly EmailRecord[],
    label: Pick<LabelRecord, "name" | "keyword">,
    isOn: boolean,
  ): void;
  /** On top of the lists of folders: the latest of these messages, or none of their conversations any more. */
  pin(emails: readonly EmailRecord[], isOn: boolean): void;
  /** What comes in these conversations from now on goes to the archive. */
  mute(emails: readonly EmailRecord[], isOn: boolean): void;
  /** Out of sight until then, a UTCDate. */
  snooze(emails: readonly EmailRecord[], until: string): void;
  unsnooze(emails: readonly EmailRecord[]): void;
  /** What came back from being snoozed has been looked at. */
  lookedAt(emails: readonly EmailRecord[]): void;
  /** Any of these, as data says it. */
  perform(act: MailAct, emails: readonly EmailRecord[]): void;
  /** For good, without a way back; ask before. */
  destroy(emails: readonly EmailRecord[]): void;
  /** Takes back the latest act that can be. */
  undo(): void;
}

export function useActs(): Acts {
  const { account, isReadOnly } = useMail();
  return useMemo(() => actsOn(account, isReadOnly), [account, isReadOnly]);
}

/** What may be gathered of acts in several accounts, which are one act for the person. */
interface Gathering {
  /** Messages in all. */
  readonly count: number;
  message: string | undefined;
  readonly parts: Part[];
}

interface Part extends Reversible {
  readonly account: Account;
}

let gathering: Gathering | undefined;

/** What is done meanwhile, in whatever accounts, is said once and has one way back. `count`: its messages. */
export function together(count: number, act: () => void): void {
  const all: Gathering = (gathering = { count, message: undefined, parts: [] });
  try {
    act();
  } finally {
    gathering = undefined;
  }
  performAll(all.parts, all.message);
}

/** What a person does with messages of an account. */
export function actsOn(account: Account, isReadOnly: boolean): Acts {
  const role = (name: "inbox" | "archive" | "trash" | "junk"): string | undefined =>
    mailboxesOf(account).byRole(name)?.id;

  function change(emails: readonly EmailRecord[], patchOf: PatchOf, message?: string): void {
    if (isReadOnly || isForReading(mailboxesOf(account).list)) {
      // What happens by itself, as marking what was opened, does not happen here, and nobody misses it.
      if (message !== undefined) toast(t("readOnlyWhat"));
      return;
    }
    const reversible = changeEmails(account, emails, patchOf);
    if (!reversible) return;
    const part = { account, ...reversible };
    if (gathering) {
      gathering.parts.push(part);
      gathering.message ??= message;
    } else performAll([part], message);
  }

  const intoRole = (name: "archive" | "trash"): PatchOf => {
    const folder = role(name);
    return folder === undefined ? () => ({}) : into(folder);
  };

  const acts: Acts = {
    star: (emails, isOn) => change(emails, starred(isOn)),
    read(emails, isRead, isQuiet = false) {
      const count = gathering?.count ?? emails.length;
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
    label(emails, { name, keyword }, isOn) {
      change(emails, labelled(keyword, isOn), t(isOn ? "labelled" : "unlabelled", { name }));
    },
    pin(emails, isOn) {
      const latest = [...Map.groupBy(emails, ({ threadId }) => threadId).values()].flatMap(
        (thread) => thread.at(-1) ?? [],
      );
      const meant = isOn ? latest : wholeThreads(account, emails);
      change(meant, pinned(isOn), isOn ? t("pinned") : t("unpinned"));
    },
    mute(emails, isOn) {
      const patchOf = muted(isOn, role("inbox"), role("archive"));
      change(wholeThreads(account, emails), patchOf, isOn ? t("muted") : t("unmuted"));
    },
    snooze(emails, until) {
      const mailboxes = mailboxesOf(account);
      const patchOf = snoozing(until, mailboxes);
      const message = t("snoozedToast", { time: formatComingTime(until) });
      if (patchOf) change(worthSnoozing(emails, mailboxes), patchOf, message);
    },
    unsnooze(emails) {
      const patchOf = unsnoozing(mailboxesOf(account));
      if (patchOf) change(emails, patchOf, t("unsnoozed"));
    },
    lookedAt: (emails) => change(emails, () => DEALT_WITH),
    destroy(emails) {
      const said = toast(t("destroyed", { count: emails.length }));
      perform(account, destroyEmails(account, emails), () => dismissToast(said));
    },
    perform(act, emails) {
      if (act.kind === "move" || act.kind === "file") acts[act.kind](emails, act.folder);
      else if (act.kind === "read") acts.read(emails, act.isRead);
      else if (act.kind === "label") acts.label(emails, act.label, act.isOn);
      else if (act.kind === "star" || act.kind === "pin" || act.kind === "mute")
        acts[act.kind](emails, act.isOn);
      else if (act.kind === "snooze") acts.snooze(emails, act.until);
      else acts[act.kind](emails);
    },
    undo() {
      if (!takeBackLatest()) toast(t("nothingToUndo"));
    },
  };
  return acts;
}

/** `withdraw` takes away what was said of an act that did not happen after all. */
function perform(account: Account, act: Act, withdraw?: () => void): void {
  // Without network it is said later, as often as need be: patches of keywords and folders may be said twice.
  account.act({ ...act, waits: true }).catch((error: unknown) => {
    withdraw?.();
    // Who has to sign in again is asked to; nothing else needs to be said.
    if (error instanceof NotSignedIn) return;
    toast({
      severity: "danger",
      message: refusalOf(error),
      action: { label: t("tryAgain"), onAct: () => perform(account, act) },
    });
  });
}

/** Does it, and says what was done with the way back. What is refused is not taken back by that any more. */
function performAll(parts: readonly Part[], message: string | undefined): void {
  if (parts.length === 0) return;
  const stands = new Set(parts);
  const withdraw = message === undefined ? undefined : offerUndo(message, stands);
  for (const part of parts)
    perform(part.account, part.act, () => {
      stands.delete(part);
      if (stands.size === 0) withdraw?.();
    });
}

/** Says what was done and offers the way back; answers what withdraws the offer. */
function offerUndo(message: string, parts: ReadonlySet<Part>): () => boolean {
  const way = wayBack(() => {
    dismissToast(offer);
    for (const { account, undo } of parts) perform(account, undo());
    toast(t("undone"));
  });
  const offer = toast({ message, action: { label: t("undo"), onAct: way.take } });
  return () => {
    if (!way.withdraw()) return false;
    dismissToast(offer);
    return true;
  };
}
