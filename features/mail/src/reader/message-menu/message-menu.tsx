import type { EmailRecord } from "@atrium/contract/types/email";
import { openCompose } from "@atrium/feature-compose/parts";
import { IconButton, MoreIcon, ReplyIcon } from "@atrium/ui";
import { lazyPart } from "@atrium/shell";
import type { ReactNode } from "react";
import { useMayAnswer } from "../../actions/use-may.ts";
import { useMail } from "../../mail.tsx";
import { r } from "../strings/index.ts";

/** The message is read first. */
const MessageActs = lazyPart(
  () => import("./message-acts.tsx").then((module) => module.MessageActs),
  () => <IconButton label={r("messageActs")} size="small" icon={<MoreIcon />} disabled />,
);

/** What a message's menu changes about how it is shown. */
export interface MessageLook {
  readonly onPaper: boolean;
  readonly setOnPaper: (onPaper: boolean) => void;
  readonly hasHtml: boolean;
  /** Its plain text is in letters of one width. */
  readonly isFixed: boolean;
  /** Absent where it has no plain text to show. */
  readonly setFixed?: (isFixed: boolean) => void;
  readonly proxied: ReadonlyMap<string, string>;
}

/** Answering one message, and its menu. */
export function MessageMenu({
  email,
  look,
}: {
  readonly email: EmailRecord;
  readonly look: MessageLook;
}): ReactNode {
  const { account } = useMail();
  const mayAnswer = useMayAnswer();
  return (
    <>
      {mayAnswer && (
        <IconButton
          label={r("reply")}
          size="small"
          className="mail-head-reply"
          icon={<ReplyIcon />}
          onClick={() => openCompose({ kind: "reply", accountId: account.id, emailId: email.id })}
        />
      )}
      <MessageActs email={email} look={look} />
    </>
  );
}
