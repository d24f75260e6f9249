import { lazyPart } from "@atrium/shell";
import { ContextMenu, type RowSelection } from "@atrium/ui";
import type { ReactNode } from "react";
import type { MailAct } from "../acts/verbs.ts";
import { snoozedUntil } from "../acts/marks.ts";
import type { RowActs } from "../conversation-list/row-buttons.tsx";
import { AccountScope, useMail } from "../mail.tsx";
import { senderEntries } from "../sender/sender-entries.tsx";
import { t } from "../strings/index.ts";
import type { ListMode } from "../conversation-list/list-options.ts";
import { mayOf, sharedId, shareOf, sharesOf, type ListShare, type MailList } from "./mail-list.ts";
import { rowMenu } from "./row-menu.tsx";
import { isWholeHere } from "./use-list-acts.ts";
import type { Question, Questions } from "./use-questions.ts";
import type { RowMarks } from "./use-row-marks.ts";

const LabelMenu = lazyPart(() => import("../labels/label-menu.tsx").then((m) => m.LabelMenu));
const SnoozeMenu = lazyPart(() => import("../snooze/snooze-menu.tsx").then((m) => m.SnoozeMenu));
const AskFolder = lazyPart(() => import("./ask-folder.tsx").then((m) => m.AskFolder));

interface About {
  readonly list: MailList;
  readonly mode: ListMode;
  readonly isTrash: boolean;
  readonly questions: Questions;
  /** Rows that a menu on one of them is about. */
  readonly around: (row: string) => RowSelection;
  /** The buttons of a row are in its menu too. */
  readonly actsOf: (share: ListShare) => RowActs;
  readonly marks: RowMarks;
  readonly onAct: (act: MailAct, target: RowSelection) => void;
  readonly onOpen: (row: string) => void;
  readonly onNewWindow: (row: string) => void;
}

/** What rises above the list: the menu of a row, or what asks for a folder, for labels, for an hour. */
export function AboveList(about: About): ReactNode {
  const { asked } = about.questions;
  if (asked?.kind === "menu") return <RowMenu {...about} asked={asked} />;
  if (asked?.kind === "folder") return <FolderQuestion {...about} asked={asked} />;
  if (asked?.kind === "labels") return <LabelQuestion {...about} asked={asked} />;
  return asked && <HourQuestion {...about} asked={asked} />;
}

type Asked<Kind> = About & { readonly asked: Extract<Question, { readonly kind: Kind }> };

function RowMenu({
  asked,
  list,
  isTrash,
  questions,
  around,
  marks,
  ...about
}: Asked<"menu">): ReactNode {
  const { client, home, session } = useMail();
  const { row, at } = asked;
  const target = around(row);
  const isAlone = !target.all && target.ids.size === 1;
  const { share } = list.of(row);
  const { account, isReadOnly } = share;
  const acts = about.actsOf(share);
  const sender = { client, account, home, own: session.address, isReadOnly };
  return (
    <ContextMenu
      label={t("conversationActs")}
      at={at}
      onClose={() => questions.close("menu")}
      items={rowMenu({
        emails: marks.emailsOf(row),
        may: mayOf(list, target),
        isTrash,
        onOpen: isAlone ? () => about.onOpen(row) : undefined,
        onEdit: isAlone && acts.edit ? () => acts.edit?.(row) : undefined,
        onCancelSending:
          isAlone && acts.cancelSending ? () => acts.cancelSending?.(row) : undefined,
        onNewWindow: () => about.onNewWindow(row),
        onAct: (act) => (act.kind === "star" ? marks.star(target, row) : about.onAct(act, target)),
        onAskFolder: (how) => questions.folder(how, target),
        onAskLabels: () => questions.labels(target),
        onSnooze: () => questions.hour(target, at),
        onToggle: (kind) => marks.toggle(kind, target),
        whole: marks.wholeOf(row),
        more: isAlone ? senderEntries(list.email(row) ?? undefined, sender) : [],
      })}
    />
  );
}

function HourQuestion({ asked, list, questions, marks, onAct }: Asked<"hour">): ReactNode {
  const { target, at } = asked;
  return (
    <SnoozeMenu
      at={at}
      accounts={[...sharesOf(list, target)].map(([{ account }]) => account)}
      until={snoozedUntil(target.all ? [] : [...target.ids].flatMap(marks.emailsOf))}
      onPick={(until) => onAct({ kind: "snooze", until }, target)}
      onWake={() => onAct({ kind: "unsnooze" }, target)}
      onClose={() => questions.close("hour")}
    />
  );
}

function FolderQuestion({ asked, list, questions, onAct }: Asked<"folder">): ReactNode {
  const { home } = useMail();
  const share = shareOf(list, asked.target);
  if (!share) return null;
  return (
    <AccountScope accountId={sharedId(share, home)}>
      <AskFolder
        kind={asked.how}
        mailboxes={share.mailboxes}
        from={share.folder?.id}
        onPick={(folder, kind) => onAct({ kind, folder }, asked.target)}
        onClose={() => questions.close("folder")}
      />
    </AccountScope>
  );
}

function LabelQuestion({ asked, list, mode, questions, onAct }: Asked<"labels">): ReactNode {
  const { home } = useMail();
  const share = shareOf(list, asked.target);
  if (!share) return null;
  return (
    <AccountScope accountId={sharedId(share, home)}>
      <LabelMenu
        rows={asked.rows}
        isAll={isWholeHere(list, asked.target, mode)}
        onSet={(label, isOn) => onAct({ kind: "label", label, isOn }, asked.target)}
        onClose={() => questions.close("labels")}
      />
    </AccountScope>
  );
}
