import type { EmailRecord } from "@atrium/contract/types/email";
import type { Mdn } from "@atrium/contract/types/mdn";
import { formatDateTime } from "@atrium/i18n";
import { Link, ShowIcon } from "@atrium/ui";
import { useEffect, useState, type ReactNode } from "react";
import { nameOf } from "../../email/participants.ts";
import { useMail } from "../../mail.tsx";
import { linkTo } from "../../message-link/link-to.ts";
import { t } from "./strings/index.ts";
import "./receipt.css";

/** What a read receipt says, and the way to the message that it is about. */
export function Receipt({ email }: { readonly email: EmailRecord }): ReactNode {
  const { client, account } = useMail();
  const [mdn, setMdn] = useState<Mdn>();
  const { blobId } = email;
  const { id: accountId } = account;
  useEffect(() => {
    let isOver = false;
    client.call("MDN/parse", { accountId, blobIds: [blobId] }).then(
      ({ parsed }) => {
        if (!isOver) setMdn(parsed?.[blobId]);
        return undefined;
      },
      // What cannot be read still has its text.
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [client, accountId, blobId]);
  const [from] = email.from ?? [];
  if (!mdn || !from) return null;
  const { type } = mdn.disposition;
  const date = formatDateTime(email.sentAt ?? email.receivedAt);
  const id = mdn.originalMessageId?.replaceAll(/^<|>$/g, "");
  const link =
    mdn.forEmailId === null || id === undefined ? undefined : linkTo({ messageId: [id] });
  return (
    <section className="mail-receipt">
      <ShowIcon />
      <div>
        <h4>{t(type, { name: nameOf(from) })}</h4>
        <p>{t(type === "displayed" ? "when" : "whenOnly", { date })}</p>
        {link !== undefined && <Link href={link}>{t("show")}</Link>}
      </div>
    </section>
  );
}
