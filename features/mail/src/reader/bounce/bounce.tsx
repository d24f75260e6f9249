import type { EmailBodyPart, EmailRecord } from "@atrium/contract/types/email";
import { openCompose } from "@atrium/feature-compose/parts";
import {
  messageIdIn,
  readDeliveryStatus,
  type ReportedDelivery,
} from "@atrium/formats/delivery-status";
import type { Account, JmapClient } from "@atrium/jmap";
import { Button, Tooltip, WriteIcon } from "@atrium/ui";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { useMayAnswer } from "../../actions/use-may.ts";
import { useMail } from "../../mail.tsx";
import { useKeys } from "../../keys/keys.ts";
import { mailboxesOf } from "../../mailboxes/use-mailboxes.ts";
import type { Notice } from "../banners/notice-line.tsx";
import { domainOf } from "../origin/origin.ts";
import { readBeginning } from "@atrium/file-preview";
import { isReport, isReturned } from "../report-parts.ts";
import { missedOf, reasonOf } from "./reason.ts";
import { b } from "./strings/index.ts";
import "./bounce.css";

const MOST_SHOWN = 12;

/** The message that came back, as far as it is one's own. */
type Sent = Pick<EmailRecord, "id" | "to" | "cc" | "bcc">;

const NONE: readonly ReportedDelivery[] = [];

/** Whom a message did not reach, why, and what to do about it. A report of success says nothing here. */
export function BounceReader({
  parts,
  onNotice,
}: {
  readonly parts: EmailRecord["attachments"];
  readonly onNotice: (notices: readonly Notice[]) => void;
}): null {
  const { client, account } = useMail();
  const mayAnswer = useMayAnswer();
  const [reported, setReported] = useState(NONE);
  const [sent, setSent] = useState<Sent>();
  /** The machine's part of the report. */
  const part = parts.find(isReport);
  const returned = part && parts.find(isReturned);
  useEffect(() => {
    if (!part) return undefined;
    const leave = new AbortController();
    const read = async ({ blobId, type }: EmailBodyPart): Promise<string> => {
      if (blobId === null) return "";
      const href = client.downloadUrl(account.id, blobId, "report.txt", type);
      return (await readBeginning(href, leave.signal)).text;
    };
    const look = async (): Promise<void> => {
      const deliveries = readDeliveryStatus(await read(part));
      if (leave.signal.aborted) return;
      setReported(deliveries.filter(({ action }) => action === "failed" || action === "delayed"));
      const id = returned && messageIdIn(await read(returned));
      const found = id === undefined ? undefined : await findSent(client, account, id);
      if (!leave.signal.aborted) setSent(found);
    };
    // What cannot be read is an attachment like others.
    look().catch(() => undefined);
    return () => leave.abort();
  }, [client, account, part, returned]);
  const isFailed = reported.some(({ action }) => action === "failed");
  const accountId = account.id;
  const resend = useMemo(() => {
    const all = sent ? [...(sent.to ?? []), ...(sent.cc ?? []), ...(sent.bcc ?? [])] : [];
    const to = missedOf(all, reported);
    return sent && to.length > 0 && mayAnswer
      ? () => openCompose({ kind: "resend", accountId, emailId: sent.id, to })
      : undefined;
  }, [sent, reported, mayAnswer, accountId]);
  useKeys({ resend });
  useEffect(() => {
    if (reported.length === 0) return undefined;
    onNotice([
      {
        kind: isFailed ? "bounced" : "delayed",
        render: (more) => (
          <Bounce reported={reported} resend={resend} isFailed={isFailed} more={more} />
        ),
      },
    ]);
    return () => onNotice([]);
  }, [onNotice, reported, isFailed, resend]);
  return null;
}

function Bounce({
  reported,
  isFailed,
  resend,
  more,
}: {
  readonly reported: readonly ReportedDelivery[];
  readonly isFailed: boolean;
  readonly resend: (() => void) | undefined;
  readonly more: ReactNode;
}): ReactNode {
  return (
    <section className="mail-bounce" data-failed={isFailed || undefined}>
      <h4>{b(isFailed ? "notDelivered" : "notYetDelivered")}</h4>
      <ul>
        {reported.slice(0, MOST_SHOWN).map((delivery, index) => (
          <Recipient key={index} {...delivery} />
        ))}
      </ul>
      {reported.length > MOST_SHOWN && (
        <p>{b("andMore", { count: reported.length - MOST_SHOWN })}</p>
      )}
      {(resend || more) && (
        <div className="mail-bounce-acts">
          {resend && (
            <Tooltip text={b("resend")} shortcut="shift+r" names>
              <Button icon={<WriteIcon />} onClick={resend}>
                {b("resend")}
              </Button>
            </Tooltip>
          )}
          {more}
        </div>
      )}
    </section>
  );
}

function Recipient(delivery: ReportedDelivery): ReactNode {
  const { address, original = address, action, status, said } = delivery;
  const reason = reasonOf(delivery);
  return (
    <li>
      <bdi>{original}</bdi>
      <p>
        {b(reason, { domain: domainOf(original) })}{" "}
        {action === "failed" ? b(`${reason}Do`) : b("stillTried")}
        {status !== "" && ` (${status})`}
      </p>
      {said !== "" && <p className="mail-bounce-said">{b("said", { said })}</p>}
    </li>
  );
}

/** The message in Sent that has this Message-ID. */
async function findSent(
  client: JmapClient,
  account: Account,
  messageId: string,
): Promise<Sent | undefined> {
  const accountId = account.id;
  const inMailbox = mailboxesOf(account).byRole("sent")?.id;
  if (inMailbox === undefined) return undefined;
  const { ids } = await client.call("Email/query", {
    accountId,
    filter: { inMailbox, header: ["Message-ID", messageId] },
    limit: 1,
  });
  if (ids.length === 0) return undefined;
  const { list } = await client.call("Email/get", {
    accountId,
    ids,
    properties: ["id", "to", "cc", "bcc"],
  });
  return list[0];
}
