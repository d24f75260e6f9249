import type { EmailRecord } from "@atrium/contract/types/email";
import type { ReactNode } from "react";
import { followUpNotices } from "../../follow-up/follow-up-notices.tsx";
import { useProtectionNotices } from "../protection/use-protection-notices.tsx";
import { useReceiptNotices } from "../receipts/receipt-notices.tsx";
import { NoticeLine, type BannerNotice, type Notice } from "./notice-line.tsx";

/** The line with what few messages have besides: a reminder, a read receipt, a signature. Loaded with the first of them. */
export function AnswerNotices({
  email,
  isJunk,
  notices,
}: {
  readonly email: EmailRecord;
  readonly isJunk: boolean;
  /** What else has to be said. */
  readonly notices: readonly Notice[];
}): ReactNode {
  const answers = useAnswerNotices(email, isJunk);
  const protection = useProtectionNotices(email);
  return <NoticeLine notices={[...notices, ...answers, ...protection]} />;
}

/** That an answer is waited for, and what there is of read receipts. */
function useAnswerNotices(email: EmailRecord, isJunk: boolean): readonly BannerNotice[] {
  const [waiting] = followUpNotices(email);
  const receipts = useReceiptNotices(email, isJunk);
  if (!waiting || receipts.length === 0) return waiting ? [waiting] : receipts;
  // What is said of one message that was sent, is said at once.
  return [
    { ...waiting, children: receipts.map(({ kind, title }) => <span key={kind}>{title}</span>) },
  ];
}
