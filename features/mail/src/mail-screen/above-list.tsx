import { lazyPart } from "@atrium/shell";
import { ContextMenu } from "@atrium/ui";
import type { ReactNode } from "react";
import { ConfirmDestroy } from "../actions/confirm-destroy.tsx";
import { snoozedUntil } from "../actions/marks.ts";
import { AccountScope, useMail } from "../mail.tsx";
import { useQuickSteps } from "../quick-steps/use-quick-steps.tsx";
import { senderEntries } from "../sender/sender-entries.tsx";
import { t } from "../strings/index.ts";
import { useListController } from "./list-controller.ts";
import { mayOf, sharedId, shareOf, sharesOf } from "./mail-list.ts";
import { reportsOf } from "./reports-of.ts";
import { rowMenu } from "./row-menu.tsx";
import { rowsAround } from "./targets.ts";
import { isWholeHere } from "./use-perform.ts";
import type { Question } from "./use-questions.ts";

const LabelMenu = lazyPart(() => import("../labels/label-menu.tsx").then((m) => m.LabelMenu));
const SnoozeMenu = lazyPart(() => import("../snooze/snooze-menu.tsx").then((m) => m.SnoozeMenu));
const KeysDialog = lazyPart(() => import("../keys/keys-dialog.tsx").then((m) => m.KeysDialog));
const AskFolder = lazyPart(() => import("./ask-folder.tsx").then((m) => m.AskFolder));

/** What rises above the list: the menu of a row, what asks for a folder, for labels, for an hour, and all keys. */
export function AboveList(): ReactNode {
  const { questions } = useListController();
  const { asked } = questions;
  switch (asked?.kind) {
    case "menu":
      return <RowMenu asked={asked} />;
    case "folder":
      return <FolderQuestion asked={asked} />;
    case "labels":
      return <LabelQuestion asked={asked} />;
    case "hour":
      return <HourQuestion asked={asked} />;
    case "destroy":
      return <DestroyQuestion asked={asked} />;
    case "keys":
      return <KeysDialog onClose={() => questions.close("keys")} />;
    default:
      return null;
  }
}

interface Asked<Kind> {
  readonly asked: Extract<Question, { readonly kind: Kind }>;
}

function RowMenu({ asked: { row, at } }: Asked<"menu">): ReactNode {
  const { client, home, session } = useMail();
  const controller = useListController();
  const { list, view, cursor, selection, questions, marks, perform } = controller;
  const target = rowsAround(selection.rows, row);
  const isAlone = !target.all && target.ids.size === 1;
  const { share } = list.of(row);
  const { account, isReadOnly } = share;
  const actions = controller.actionsOf(share);
  const sender = { client, account, home, own: session.address, isReadOnly };
  // Of several accounts nothing goes into one folder.
  const isOfOne = shareOf(list, target) !== undefined;
  const steps = useQuickSteps(account, mayOf(list, target), (action) => perform(action, target));
  return (
    <ContextMenu
      label={t("conversationActs")}
      at={at}
      onClose={() => questions.close("menu")}
      items={rowMenu({
        emails: marks.emailsOf(row),
        may: mayOf(list, target),
        isTrash: controller.isTrash,
        reports: reportsOf(controller, target),
        onOpen: isAlone ? () => cursor.open(view.rowOf(row)) : undefined,
        onEdit: isAlone && actions.edit ? () => actions.edit?.(row) : undefined,
        onCancelSending:
          isAlone && actions.cancelSending ? () => actions.cancelSending?.(row) : undefined,
        onNewWindow: () => controller.openWindow(row),
        onAct: (action) =>
          action.kind === "star" ? marks.star(target, row) : perform(action, target),
        onAskFolder: (how) => questions.folder(how, target, at),
        onAskLabels: () => questions.labels(target, at),
        onSnooze: () => questions.hour(target, at),
        onToggle: (kind) => marks.toggle(kind, target),
        whole: marks.wholeOf(row),
        more: [
          ...(isOfOne ? steps : []),
          ...(isAlone ? senderEntries(list.email(row) ?? undefined, sender) : []),
        ],
      })}
    />
  );
}

function HourQuestion({ asked: { target, at } }: Asked<"hour">): ReactNode {
  const { list, questions, marks, perform } = useListController();
  return (
    <SnoozeMenu
      at={at}
      accounts={[...sharesOf(list, target)].map(([{ account }]) => account)}
      until={snoozedUntil(target.all ? [] : [...target.ids].flatMap(marks.emailsOf))}
      onPick={(until) => perform({ kind: "snooze", until }, target)}
      onWake={() => perform({ kind: "unsnooze" }, target)}
      onClose={() => questions.close("hour")}
    />
  );
}

function FolderQuestion({ asked: { how, target, at } }: Asked<"folder">): ReactNode {
  const { home } = useMail();
  const { list, questions, perform } = useListController();
  const share = shareOf(list, target);
  if (!share) return null;
  return (
    <AccountScope accountId={sharedId(share, home)}>
      <AskFolder
        at={at}
        kind={how}
        mailboxes={share.mailboxes}
        from={share.folder?.id}
        onPick={(folder, kind) => perform({ kind, folder }, target)}
        onClose={() => questions.close("folder")}
      />
    </AccountScope>
  );
}

function LabelQuestion({ asked: { target, rows, at } }: Asked<"labels">): ReactNode {
  const { home } = useMail();
  const { list, mode, questions, perform } = useListController();
  const share = shareOf(list, target);
  if (!share) return null;
  return (
    <AccountScope accountId={sharedId(share, home)}>
      <LabelMenu
        at={at}
        rows={rows}
        isAll={isWholeHere(list, target, mode)}
        onSet={(label, isOn) => perform({ kind: "label", label, isOn }, target)}
        onClose={() => questions.close("labels")}
      />
    </AccountScope>
  );
}

function DestroyQuestion({ asked: { target, count, to } }: Asked<"destroy">): ReactNode {
  const { title, questions, perform } = useListController();
  const close = (): void => questions.close("destroy");
  return (
    <ConfirmDestroy
      count={count}
      name={title}
      onClose={close}
      onConfirm={() => {
        close();
        perform({ kind: "destroy" }, target, to);
      }}
    />
  );
}
