import { Email, type EmailRecord } from "@atrium/contract/types/email";
import { formatDateTime, formatList } from "@atrium/i18n";
import { Button, toast } from "@atrium/ui";
import { useMemo, useState, type ReactNode } from "react";
import { useMay, useMayAnswer } from "../../actions/use-may.ts";
import { nameOf } from "../../email/participants.ts";
import { useMail } from "../../mail.tsx";
import { useMailboxes } from "../../mailboxes/use-mailboxes.ts";
import type { BannerNotice } from "../banners/notice-line.tsx";
import { receiptRequest } from "./receipt-request.ts";
import { t } from "./strings/index.ts";
import { useReceipts } from "./use-receipts.ts";

const MOST_SHOWN = 5;

/** That a message asks for a read receipt, or which receipts there are of one that was sent. */
export function useReceiptNotices(email: EmailRecord, isJunk: boolean): readonly BannerNotice[] {
  const { session } = useMail();
  const request = useMemo(() => receiptRequest(email), [email]);
  const mayAnswer = useMayAnswer();
  const { mark } = useMay(useMemo(() => [email], [email]));
  const sent = useMailboxes()?.byRole("sent")?.id;
  const isSent = sent !== undefined && email.mailboxIds[sent] === true;
  const isDraft = email.keywords["$draft"] === true;
  const receipts = useReceipts(email.id, request !== undefined && isSent && !isDraft);
  if (!request || isDraft) return [];
  if (isSent) {
    const all = receipts.map(({ from, sentAt }) =>
      sentAt === null
        ? nameOf(from)
        : t("who", { name: nameOf(from), date: formatDateTime(sentAt) }),
    );
    const names = formatList(all.slice(0, MOST_SHOWN));
    const count = all.length - MOST_SHOWN;
    const title =
      all.length === 0
        ? t("requested")
        : t("openedBy", { names: count > 0 ? t("andMore", { names, count }) : names });
    return [{ kind: "receipts", title }];
  }
  const isOwn = email.from?.[0]?.email.toLowerCase() === session.address.toLowerCase();
  if (isJunk || isOwn || !mayAnswer || !mark || email.keywords["$mdnsent"] === true) return [];
  const [from] = email.from ?? [];
  return [
    {
      kind: request.isElsewhere ? "receipt-elsewhere" : "receipt",
      title: t("asks", { name: from ? nameOf(from) : request.to[0]!.email }),
      children: request.isElsewhere
        ? t("asksElsewhere", { address: formatList(request.to.map(({ email }) => email)) })
        : t("asksWhy"),
      actions: <Buttons email={email} />,
    },
  ];
}

/** Sends it, or decides against it; either is remembered, so that nobody is asked twice. */
function Buttons({ email }: { readonly email: EmailRecord }): ReactNode {
  const { client, account } = useMail();
  const [isBusy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      const { sendReceipt } = await import("./send-receipt.ts");
      toast({ severity: "success", message: await sendReceipt(client, account, email) });
    } catch {
      toast({ severity: "danger", message: t("notSent") });
    } finally {
      setBusy(false);
    }
  };
  const decline = (): void => {
    const update = { [email.id]: { "keywords/$mdnsent": true } };
    account.mutate({ type: Email, update, persist: true }).catch(() => undefined);
  };
  return (
    <>
      <Button size="small" busy={isBusy} onClick={() => void send()}>
        {t("send")}
      </Button>
      <Button size="small" variant="quiet" disabled={isBusy} onClick={decline}>
        {t("decline")}
      </Button>
    </>
  );
}
