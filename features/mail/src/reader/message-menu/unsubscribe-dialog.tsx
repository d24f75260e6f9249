import { api } from "@atrium/contract/api/index";
import type { EmailRecord } from "@atrium/contract/types/email";
import type { Account, JmapClient } from "@atrium/jmap";
import { rest } from "@atrium/shell";
import { Button, ButtonLink, Checkbox, Dialog, OpenOutsideIcon, toast } from "@atrium/ui";
import { useEffect, useState, type ReactNode } from "react";
import { useMail } from "../../mail.tsx";
import { mailboxesOf } from "../../mailboxes/use-mailboxes.ts";
import { countMailFrom, trashMailFrom } from "../../sender/mail-from.ts";
import { senderOf } from "../../sender/sender-entries.tsx";
import { r } from "../strings/index.ts";
import { u } from "./strings/index.ts";
import type { WayOut } from "./way-out.ts";

/** Links have no `autoFocus`. */
const takeFocus = (link: HTMLAnchorElement | null): void => link?.focus();

/** Asks before a list is left, and leaves it. */
export function UnsubscribeDialog({
  email,
  out,
  onClose,
}: {
  readonly email: EmailRecord;
  readonly out: WayOut;
  readonly onClose: () => void;
}): ReactNode {
  const { client, account, isReadOnly } = useMail();
  const [isBusy, setBusy] = useState(false);
  const sender = senderOf(email);
  const list = sender?.name ?? "";
  const [count, setCount] = useState(0);
  const [deletes, setDeletes] = useState(false);
  const address = sender?.email;
  useEffect(() => {
    if (address === undefined) return undefined;
    let isOver = false;
    const look = async (): Promise<void> => {
      const found = await countMailFrom(client, account, { name: "", email: address });
      if (!isOver) setCount(found);
    };
    // Where nobody can count, nothing is offered.
    look().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [client, account, address]);
  const done = (): void => {
    onClose();
    if (deletes && sender) trashMailFrom(account, sender);
  };
  const leave = async (): Promise<void> => {
    setBusy(true);
    try {
      if (out.kind === "mail") await leaveByMail(client, account, out);
      else await rest(api.mail.unsubscribe, { body: { accountId: account.id, emailId: email.id } });
      toast({ severity: "success", message: u("unsubscribed") });
      done();
    } catch {
      setBusy(false);
      toast({ severity: "danger", message: u("unsubscribeFailed") });
    }
  };
  return (
    <Dialog
      open
      size="small"
      title={u("unsubscribeTitle", { list })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{u("cancel")}</Button>
          {out.kind === "page" ? (
            <ButtonLink
              href={out.address}
              ref={takeFocus}
              target="_blank"
              rel="noopener noreferrer"
              icon={<OpenOutsideIcon />}
              onClick={done}
            >
              {u("unsubscribePage")}
            </ButtonLink>
          ) : (
            <Button autoFocus variant="primary" busy={isBusy} onClick={() => void leave()}>
              {r("unsubscribe")}
            </Button>
          )}
        </>
      }
    >
      {out.kind === "one-click" && <p>{u("unsubscribeOneClick", { host: out.host })}</p>}
      {out.kind === "mail" && <p>{u("unsubscribeMail", { address: out.to })}</p>}
      {out.kind === "page" && <p className="mail-link-address">{out.address}</p>}
      {count > 0 && !isReadOnly && (
        <Checkbox
          label={u("alsoDelete", { count, list })}
          checked={deletes}
          onChange={(event) => setDeletes(event.target.checked)}
        />
      )}
    </Dialog>
  );
}

/** Sends what the list asks for, and keeps no draft of it behind. */
async function leaveByMail(
  client: JmapClient,
  account: Account,
  { to, subject, body }: Extract<WayOut, { readonly kind: "mail" }>,
): Promise<void> {
  const accountId = account.id;
  const { list } = await client.call("Identity/get", { accountId, ids: null });
  const identity = list[0];
  const sent = mailboxesOf(account).byRole("sent")?.id;
  if (!identity || sent === undefined) throw new Error("nothing to send from");
  const group = client.group();
  const created = group.call("Email/set", {
    accountId,
    create: {
      mail: {
        mailboxIds: { [sent]: true },
        keywords: { $seen: true },
        from: [{ name: identity.name || null, email: identity.email }],
        to: [{ name: null, email: to }],
        subject,
        bodyValues: { text: { value: body } },
        textBody: [{ partId: "text", type: "text/plain" }],
      },
    },
  });
  const submitted = group.call("EmailSubmission/set", {
    accountId,
    create: { out: { emailId: "#mail", identityId: identity.id } },
  });
  const answers = await Promise.all([created.result, submitted.result]);
  if (answers.some(({ notCreated }) => notCreated && Object.keys(notCreated).length > 0))
    throw new Error("refused");
}
