import type { EmailCreate } from "@atrium/contract/types/email";
import type { IdentityRecord } from "@atrium/contract/types/identity";
import type { JmapClient } from "@atrium/jmap";
import { offerUnsend } from "./offer-unsend.ts";
import { newMessageId } from "../draft/draft.ts";
import { sendEmail } from "../saving/send.ts";

/** A message that nobody goes on writing. */
export interface Written {
  readonly accountId: string;
  readonly identity: IdentityRecord;
  /** All but where it lies, who sends it and how it is named. */
  readonly email: Omit<EmailCreate, "mailboxIds" | "keywords" | "from" | "messageId">;
  /** What the toasts say when it was sent, and when that was undone. */
  readonly words: { readonly sent: string; readonly unsent: string };
  readonly onUndone: () => void;
}

/** Sends it and offers to undo that: then it is gone, since it would be no draft to go on with. */
export async function sendWritten(client: JmapClient, written: Written): Promise<void> {
  const { accountId, identity, email, words, onUndone } = written;
  const sent = await sendEmail(client, {
    accountId,
    identity,
    emailIn: (drafts) => ({
      ...email,
      mailboxIds: { [drafts]: true },
      keywords: { $draft: true, $seen: true },
      messageId: [newMessageId(identity.email)],
      from: [{ name: identity.name || null, email: identity.email }],
    }),
  });
  const remove = async (): Promise<void> => {
    await client.call("Email/set", { accountId, destroy: [sent.emailId] });
    onUndone();
  };
  offerUnsend(client, sent, () => void remove().catch(onUndone), words);
}
