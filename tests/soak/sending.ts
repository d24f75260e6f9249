import { setTimeout as pause } from "node:timers/promises";
import { mailboxesOf, type Answer, type Client } from "./client.ts";
import type { Organisation } from "./organisation.ts";

/** How long the queue may take to empty when nothing comes any more (milliseconds). */
const DRAIN_WITHIN = 60_000;

export interface Sender {
  /** Writes a mail and sends it, as the main application does. @param until when it leaves; now unless given. */
  send(to: string, subject: string, until?: Date): Promise<void>;
}

export async function createSender(client: Client): Promise<Sender> {
  const { drafts, sent } = await mailboxesOf(client);
  const { list } = await client.call("Identity/get", { ids: null });
  const [{ id: identityId }] = list as [{ id: string }];
  const envelopeOf = (to: string, until: Date): object => ({
    mailFrom: { email: client.address, parameters: { HOLDUNTIL: until.toISOString() } },
    rcptTo: [{ email: to, parameters: null }],
  });
  return {
    async send(to, subject, until) {
      const draft = {
        mailboxIds: { [drafts!]: true },
        keywords: { $draft: true, $seen: true },
        from: [{ email: client.address }],
        to: [{ email: to }],
        subject,
        bodyValues: { text: { value: "As we said.\r\n".repeat(40) } },
        textBody: [{ partId: "text", type: "text/plain" }],
      };
      const envelope = until === undefined ? {} : { envelope: envelopeOf(to, until) };
      const move = {
        [`mailboxIds/${drafts}`]: null,
        [`mailboxIds/${sent}`]: true,
        "keywords/$draft": null,
      };
      const answers = await client.request([
        ["Email/set", { create: { draft } }, "0"],
        [
          "EmailSubmission/set",
          {
            create: { send: { identityId, emailId: "#draft", ...envelope } },
            onSuccessUpdateEmail: { "#send": move },
          },
          "1",
        ],
      ]);
      if (!isSent(answers)) throw new Error(JSON.stringify(answers));
    },
  };
}

const isSent = (answers: readonly Answer[]): boolean =>
  Boolean(answers.find(([name]) => name === "EmailSubmission/set")?.[1]["created"]);

/** How many copies of a mail the outside has taken. */
export const left = ({ sink }: Organisation, subject: string): number =>
  sink.messages.filter(
    ({ text, isAcknowledged }) => isAcknowledged && text.includes(`\nSubject: ${subject}\r\n`),
  ).length;

/** Whether nothing waits to leave any more, nor is any sender still to be notified, after a while. */
export async function isDrained({ withStore }: Organisation): Promise<boolean> {
  return await withStore(async ({ platform: { pool } }) => {
    for (const end = performance.now() + DRAIN_WITHIN; performance.now() < end; await pause(200)) {
      const { rows } = await pool.query(
        "select 1 from queue_recipient where state = 'waiting' or report is not null limit 1",
      );
      if (rows.length === 0) return true;
    }
    return false;
  });
}
