import type { EmailRecord } from "@atrium/contract/types/email";
import { openCompose } from "@atrium/feature-compose/parts";
import {
  ForwardIcon,
  IconButton,
  MenuButton,
  MoreIcon,
  PrintIcon,
  ReplyAllIcon,
  ReplyIcon,
  toast,
  type MenuEntry,
} from "@atrium/ui";
import { lazyPart } from "@atrium/shell";
import { useState, type ReactNode } from "react";
import { useMayAnswer } from "../../actions/use-may.ts";
import { useMail } from "../../mail.tsx";
import { senderEntries } from "../../sender/sender-entries.tsx";
import { useDark } from "../html-mail/use-dark.ts";
import { r } from "../strings/index.ts";
import { wayOut } from "./way-out.ts";

const SourceDialog = lazyPart(() => import("./source-dialog.tsx").then((m) => m.SourceDialog));
const UnsubscribeDialog = lazyPart(() =>
  import("./unsubscribe-dialog.tsx").then((m) => m.UnsubscribeDialog),
);

/** What a message's menu changes about how it is shown. */
export interface MessageLook {
  readonly onPaper: boolean;
  readonly setOnPaper: (onPaper: boolean) => void;
  readonly hasHtml: boolean;
  readonly proxied: ReadonlyMap<string, string>;
}

/** Answering one message, and everything else that can be done with it alone. */
export function MessageMenu({
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
    {
      id: "print",
      label: r("print"),
      icon: <PrintIcon />,
      onAct: () => {
        import("./print-message.ts")
          .then(({ printMessage }) => printMessage(client, account.id, email, look.proxied))
          .catch(() => toast({ severity: "danger", message: r("couldNotLoad") }));
      },
    },
    { id: "source", label: r("viewSource"), onAct: () => setDialog("source") },
    { id: "save", label: r("saveEml"), onAct: () => save(sourceUrl(email)) },
    ...(isDark && look.hasHtml
      ? [
          {
            id: "paper",
            label: look.onPaper ? r("darkPaper") : r("lightPaper"),
            onAct: () => look.setOnPaper(!look.onPaper),
          },
        ]
      : []),
    ...senderEntries(email, { client, account, home, own: session.address, isReadOnly }),
    ...(out && mayAnswer
      ? [{ id: "unsubscribe", label: r("unsubscribe"), onAct: () => setDialog("unsubscribe") }]
      : []),
  ];

  function sourceUrl({ blobId, subject }: EmailRecord): { href: string; name: string } {
    const name = `${(subject ?? "").replaceAll(/[\p{Cc}/\\:*?"<>|]/gu, "_").slice(0, 100) || "message"}.eml`;
    return { href: client.downloadUrl(account.id, blobId, name, "message/rfc822"), name };
  }

  return (
    <>
      {mayAnswer && (
        <IconButton
          label={r("reply")}
          size="small"
          className="mail-head-reply"
          icon={<ReplyIcon />}
          onClick={write("reply")}
        />
      )}
      <MenuButton
        label={r("messageActs")}
        size="small"
        variant="quiet"
        align="end"
        icon={<MoreIcon />}
        items={items}
      />
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
