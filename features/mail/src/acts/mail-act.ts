import type { LabelRecord } from "@atrium/contract/types/label";
import type { MailboxRole } from "@atrium/contract/types/mailbox";
import { mailboxName } from "../mailboxes/mailbox-look.tsx";
import type { Mailboxes } from "../mailboxes/use-mailboxes.ts";
import { t } from "../strings/index.ts";
import {
  alsoInto,
  asJunk,
  into,
  labelled,
  muted,
  pinned,
  seen,
  starred,
  type PatchOf,
} from "./patches.ts";
import { snoozing, unsnoozing } from "./snooze.ts";

/** What a person does with messages, as data. */
export type MailAct =
  | { readonly kind: "archive" | "trash" | "junk" }
  /** Out of every folder into one, or into one more. */
  | { readonly kind: "move" | "file"; readonly folder: string }
  | { readonly kind: "read"; readonly isRead: boolean }
  | { readonly kind: "star" | "pin" | "mute"; readonly isOn: boolean }
  | {
      readonly kind: "label";
      readonly label: Pick<LabelRecord, "name" | "keyword">;
      readonly isOn: boolean;
    }
  /** Out of sight until then (a UTCDate); there is a folder for it by then (`snoozedFolder`). */
  | { readonly kind: "snooze"; readonly until: string }
  | { readonly kind: "unsnooze" }
  /** For good, without a way back; ask before. */
  | { readonly kind: "destroy" };

/** What an act makes of each message; `undefined` where the account lacks the folder that it leads to. */
export function patchOfAct(act: MailAct, mailboxes: Mailboxes): PatchOf | "destroy" | undefined {
  const folder = folderOfAct(act, mailboxes)?.id;
  switch (act.kind) {
    case "destroy":
      return "destroy";
    case "read":
      return seen(act.isRead);
    case "star":
      return starred(act.isOn);
    case "label":
      return labelled(act.label.keyword, act.isOn);
    case "pin":
      return pinned(act.isOn);
    case "mute":
      return muted(act.isOn, mailboxes.byRole("inbox")?.id, mailboxes.byRole("archive")?.id);
    case "snooze":
      return snoozing(act.until, mailboxes);
    case "unsnooze":
      return unsnoozing(mailboxes);
    case "file":
      return folder === undefined ? undefined : alsoInto(folder);
    case "junk":
      return folder === undefined ? undefined : asJunk(folder);
    default:
      return folder === undefined ? undefined : into(folder);
  }
}

/** What is being done, in words. */
export function actTitle(act: MailAct, mailboxes: Mailboxes): string {
  const found = folderOfAct(act, mailboxes);
  const folder = found ? mailboxName(found) : "";
  switch (act.kind) {
    case "destroy":
      return t("bulkDestroy");
    case "read":
      return t(act.isRead ? "bulkRead" : "bulkUnread");
    case "star":
      return t(act.isOn ? "bulkStar" : "bulkUnstar");
    case "label":
      return t(act.isOn ? "bulkLabel" : "bulkUnlabel", { name: act.label.name });
    case "pin":
      return t(act.isOn ? "pin" : "unpin");
    case "mute":
      return t(act.isOn ? "mute" : "unmute");
    case "snooze":
      return t("snooze");
    case "unsnooze":
      return t("unsnooze");
    case "file":
      return t("bulkFile", { folder });
    default:
      return t("bulkMove", { folder });
  }
}

function folderOfAct(act: MailAct, mailboxes: Mailboxes) {
  if (act.kind === "move" || act.kind === "file") return mailboxes.byId(act.folder);
  if (act.kind === "archive" || act.kind === "trash" || act.kind === "junk")
    return mailboxes.byRole(act.kind);
  return undefined;
}

/** Whether what an act is done with leaves the list of a folder by it. `role`: of the folder; `undefined` of other lists. */
export function leavesList(act: MailAct, role: MailboxRole | null | undefined): boolean {
  switch (act.kind) {
    case "archive":
    case "trash":
    case "junk":
    case "move":
    case "destroy":
      return true;
    case "snooze":
      return role === null || role === "inbox" || role === "archive";
    case "unsnooze":
      return role === "snoozed";
    case "mute":
      return act.isOn && role === "inbox";
    default:
      return false;
  }
}
