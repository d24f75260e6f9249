import { openCompose } from "@atrium/feature-compose/parts";
import { Button, ForwardIcon, ReplyAllIcon, ReplyIcon } from "@atrium/ui";
import type { ReactNode } from "react";
import { r } from "./strings/index.ts";

/** The ways to answer a message, as commands of the keyboard. */
export function answers(accountId: string, emailId: string) {
  const write = (kind: "reply" | "replyAll" | "forward") => (): void =>
    openCompose({ kind, accountId, emailId });
  return { reply: write("reply"), replyAll: write("replyAll"), forward: write("forward") };
}

/** The same as buttons below the last message, where reading ends. */
export function AnswerBar({
  accountId,
  emailId,
}: {
  readonly accountId: string;
  readonly emailId: string;
}): ReactNode {
  const { reply, replyAll, forward } = answers(accountId, emailId);
  return (
    <div className="mail-answer" role="group" aria-label={r("answerActs")}>
      <Button icon={<ReplyIcon />} onClick={reply}>
        {r("reply")}
      </Button>
      <Button icon={<ReplyAllIcon />} onClick={replyAll}>
        {r("replyAll")}
      </Button>
      <Button icon={<ForwardIcon />} onClick={forward}>
        {r("forward")}
      </Button>
    </div>
  );
}
