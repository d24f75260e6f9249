import type { MailboxRecord, MailboxRole } from "@atrium/contract/types/mailbox";
import { openCompose } from "@atrium/feature-compose/parts";
import { usePreferences } from "@atrium/state";
import { Button, EmptyState, LabelIcon, WriteIcon } from "@atrium/ui";
import type { ReactNode } from "react";
import { useMail } from "../mail.tsx";
import { MailboxIcon } from "../mailboxes/mailbox-look.tsx";
import { useMailboxes } from "../mailboxes/use-mailboxes.ts";
import { roleMadeLater, type Place } from "../place/place.ts";
import { FirstSteps } from "./first-steps.tsx";
import { t } from "./strings/index.ts";

const WORDS = {
  inbox: ["inboxEmpty", "inboxEmptyWhat"],
  drafts: ["draftsEmpty", "draftsEmptyWhat"],
  sent: ["sentEmpty", "sentEmptyWhat"],
  archive: ["archiveEmpty", "archiveEmptyWhat"],
  snoozed: ["snoozedEmpty", "snoozedEmptyWhat"],
  scheduled: ["scheduledEmpty", "scheduledEmptyWhat"],
  trash: ["trashEmpty", "trashEmptyWhat"],
  junk: ["junkEmpty", "junkEmptyWhat"],
  flagged: ["noStarred", "noStarredWhat"],
} as const satisfies Partial<Record<MailboxRole, readonly [string, string]>>;

function roleOf(place: Place, folder: MailboxRecord | undefined): MailboxRole | null {
  if (place.kind === "starred") return "flagged";
  return folder?.role ?? roleMadeLater(place) ?? null;
}

/** So much mail has who is still new here. */
const FEW = 5;

/** A folder without mail: what it is for, and what to do next. */
export function EmptyList({
  place,
  folder,
}: {
  readonly place: Place;
  readonly folder: MailboxRecord | undefined;
}): ReactNode {
  const { account, home, isReadOnly } = useMail();
  const knowsSteps = usePreferences(({ knowsFirstSteps }) => knowsFirstSteps === true);
  const all = useMailboxes()?.list ?? [];
  const role = roleOf(place, folder);
  const isOwn = account === home;
  const isLabel = place.kind === "label";
  const [title, what] = isLabel
    ? (["labelEmpty", "labelEmptyWhat"] as const)
    : role !== null && role in WORDS
      ? WORDS[role as keyof typeof WORDS]
      : (["folderEmpty", "folderEmptyWhat"] as const);
  const mails = all.reduce((sum, { totalEmails }) => sum + totalEmails, 0);
  const isNew = isOwn && role === "inbox" && mails <= FEW && !knowsSteps;
  const mayWrite = isOwn && (role === "drafts" || role === "sent" || role === "scheduled");
  return (
    <>
      <EmptyState
        icon={isLabel ? <LabelIcon /> : <MailboxIcon role={role} />}
        title={t(role === "inbox" && !isOwn ? "sharedInboxEmpty" : title)}
        {...(mayWrite && {
          action: (
            <Button size="small" icon={<WriteIcon />} onClick={() => openCompose({ kind: "new" })}>
              {t("write")}
            </Button>
          ),
        })}
      >
        {t(isReadOnly && role === null ? "readOnlyEmptyWhat" : what)}
      </EmptyState>
      {isNew && <FirstSteps />}
    </>
  );
}
