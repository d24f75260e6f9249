import type { EmailRecord } from "@atrium/contract/types/email";
import { openCompose } from "@atrium/feature-compose/parts";
import {
  PaperIcon,
  DownloadIcon,
  FixedFontIcon,
  ForwardIcon,
  LinkIcon,
  MenuButton,
  MoreIcon,
  PrintIcon,
  ReplyAllIcon,
  ReplyIcon,
  SourceIcon,
  toast,
  UnsubscribeIcon,
  type MenuEntry,
} from "@atrium/ui";
import { lazyPart } from "@atrium/shell";
import { use, useMemo, useState, type ReactNode } from "react";
import { useActions } from "../../actions/use-actions.ts";
import { useMay, useMayAnswer } from "../../actions/use-may.ts";
import { verbLook } from "../../actions/verb-look.tsx";
import { useMail } from "../../mail.tsx";
import { useFollowUp } from "../../follow-up/use-follow-up.tsx";
import { useQuickSteps } from "../../quick-steps/use-quick-steps.tsx";
import { useCreateRule } from "../../rules/use-create-rule.tsx";
import { linkTo } from "../../message-link/link-to.ts";
import { senderEntries } from "../../sender/sender-entries.tsx";
import { useDark } from "../html-mail/use-dark.ts";
import { r } from "../strings/index.ts";
import { u } from "./strings/index.ts";
import { LeaveContext } from "../leaving.ts";
import { useReports } from "../use-reports.ts";
import type { MessageLook } from "./message-menu.tsx";
import { wayOut } from "./way-out.ts";

const SourceDialog = lazyPart(() => import("./source-dialog.tsx").then((m) => m.SourceDialog));
const UnsubscribeDialog = lazyPart(() =>
  import("./unsubscribe-dialog.tsx").then((m) => m.UnsubscribeDialog),
);

/** The menu of one message: answering it, and everything else that can be done with it alone. */
export function MessageActs({
  email,
  look,
}: {
  readonly email: EmailRecord;
  readonly look: MessageLook;
}): ReactNode {
  const { account, client, home, session, isReadOnly } = useMail();
  const [dialog, setDialog] = useState<"source" | "unsubscribe">();
  const isDark = useDark();
  const mayAnswer = useMayAnswer();
  const out = wayOut(email);
  const creating = useCreateRule(isReadOnly ? undefined : email);
  const reports = useReports(email);
  const isOwn = email.from?.[0]?.email.toLowerCase() === session.address.toLowerCase();
  const followUp = useFollowUp(email);
  const actions = useActions();
  const may = useMay(useMemo(() => [email], [email]));
  const leave = use(LeaveContext);
  const steps = useQuickSteps(account, may, (action) =>
    leave ? leave(action) : actions.perform(action, [email]),
  );
  const link = linkTo(email);
  const write = (kind: "reply" | "replyAll" | "forward") => (): void =>
    openCompose({ kind, accountId: account.id, emailId: email.id });
  const answering: readonly MenuEntry[] = [
    { id: "reply", label: r("reply"), icon: <ReplyIcon />, onAct: write("reply") },
    { id: "replyAll", label: r("replyAll"), icon: <ReplyAllIcon />, onAct: write("replyAll") },
    { id: "forward", label: r("forward"), icon: <ForwardIcon />, onAct: write("forward") },
    { separator: true },
  ];
  const items: readonly MenuEntry[] = [
    ...(mayAnswer ? answering : []),
    ...followUp.entries,
    {
      id: "print",
      label: u("print"),
      icon: <PrintIcon />,
      onAct: () => {
        import("./print-message.ts")
          .then(({ printMessage }) => printMessage(client, account.id, email, look))
          .catch(() => toast({ severity: "danger", message: r("couldNotLoad") }));
      },
    },
    ...(link === undefined
      ? []
      : [
          {
            id: "link",
            label: u("copyMessageLink"),
            icon: <LinkIcon />,
            onAct: () =>
              void navigator.clipboard.writeText(link).then(
                () => toast(u("messageLinkCopied")),
                () => toast({ severity: "danger", message: u("messageLinkNotCopied") }),
              ),
          },
        ]),
    {
      id: "source",
      label: u("viewSource"),
      icon: <SourceIcon />,
      onAct: () => setDialog("source"),
    },
    {
      id: "save",
      label: u("saveEml"),
      icon: <DownloadIcon />,
      onAct: () => save(sourceUrl(email)),
    },
    ...(isDark && look.hasHtml
      ? [
          {
            id: "paper",
            label: look.onPaper ? u("darkPaper") : u("lightPaper"),
            icon: <PaperIcon />,
            onAct: () => look.setOnPaper(!look.onPaper),
          },
        ]
      : []),
    ...(look.setFixed
      ? [
          {
            id: "fixed",
            label: look.isFixed ? u("usualFont") : u("fixedFont"),
            icon: <FixedFontIcon />,
            onAct: () => look.setFixed?.(!look.isFixed),
          },
        ]
      : []),
    ...creating.entries,
    ...steps,
    ...(steps.length > 0 ? [{ separator: true as const }] : []),
    ...(isOwn || reports.kinds.length === 0
      ? []
      : [
          { separator: true as const },
          ...reports.kinds.map((as) => ({
            id: as,
            // Keys are of the whole conversation.
            label: verbLook(as).label,
            icon: verbLook(as).icon,
            onAct: () => reports.report(as),
          })),
        ]),
    ...senderEntries(email, { client, account, home, own: session.address, isReadOnly }),
    ...(out && mayAnswer
      ? [
          {
            id: "unsubscribe",
            label: r("unsubscribe"),
            icon: <UnsubscribeIcon />,
            onAct: () => setDialog("unsubscribe"),
          },
        ]
      : []),
  ];

  function sourceUrl({ blobId, subject }: EmailRecord): { href: string; name: string } {
    const name = `${(subject ?? "").replaceAll(/[\p{Cc}/\\:*?"<>|]/gu, "_").slice(0, 100) || "message"}.eml`;
    return { href: client.downloadUrl(account.id, blobId, name, "message/rfc822"), name };
  }

  return (
    <>
      <MenuButton
        label={r("messageActs")}
        size="small"
        variant="quiet"
        align="end"
        icon={<MoreIcon />}
        items={items}
      />
      {creating.dialog}
      {followUp.menu}
      {dialog === "source" && (
        <SourceDialog {...sourceUrl(email)} onClose={() => setDialog(undefined)} />
      )}
      {dialog === "unsubscribe" && out && (
        <UnsubscribeDialog email={email} out={out} onClose={() => setDialog(undefined)} />
      )}
    </>
  );
}

function save({ href, name }: { readonly href: string; readonly name: string }): void {
  const link = document.createElement("a");
  link.href = href;
  link.download = name;
  link.click();
}
