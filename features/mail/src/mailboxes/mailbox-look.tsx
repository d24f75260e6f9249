import type { MailboxRecord, MailboxRole } from "@atrium/contract/types/mailbox";
import {
  ArchiveIcon,
  DraftIcon,
  FolderIcon,
  InboxIcon,
  JunkIcon,
  SendLaterIcon,
  SentIcon,
  SnoozeIcon,
  StarIcon,
  TrashIcon,
} from "@atrium/ui";
import type { ComponentType, ReactNode } from "react";
import { t } from "../strings/index.ts";

const ICONS: Partial<Record<MailboxRole, ComponentType>> = {
  inbox: InboxIcon,
  archive: ArchiveIcon,
  drafts: DraftIcon,
  sent: SentIcon,
  junk: JunkIcon,
  trash: TrashIcon,
  flagged: StarIcon,
  snoozed: SnoozeIcon,
  scheduled: SendLaterIcon,
};

const NAMES = {
  inbox: "inbox",
  archive: "archiveFolder",
  drafts: "drafts",
  sent: "sent",
  junk: "junk",
  trash: "trash",
  snoozed: "snoozedFolder",
  scheduled: "scheduledFolder",
} as const;

export function MailboxIcon({ role }: { readonly role: MailboxRole | null }): ReactNode {
  const Icon = (role && ICONS[role]) ?? FolderIcon;
  return <Icon />;
}

/** Folders that every account has are named in the reader's language; one's own keep their name. */
export function mailboxName({ role, name }: Pick<MailboxRecord, "role" | "name">): string {
  const key = role && role in NAMES ? NAMES[role as keyof typeof NAMES] : undefined;
  return key ? t(key) : name;
}
