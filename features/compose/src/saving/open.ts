import { Email, type EmailRecord } from "@atrium/contract/types/email";
import { Identity, type IdentityRecord } from "@atrium/contract/types/identity";
import type { GetResponse } from "@atrium/contract/types/wire";
import type { JmapClient, Want } from "@atrium/jmap";
import { ANSWERED, answerDraft } from "../draft/answer.ts";
import { newKey, newMessageId, type Draft } from "../draft/draft.ts";
import { STORED, storedDraft } from "../draft/from-email.ts";
import { textAsHtml } from "../draft/html.ts";
import { withSignature } from "../draft/signature.ts";
import type { ComposeRequest } from "../request.ts";
import { pendingSubmission, type Sent } from "./send.ts";

/** What a request comes to. */
export interface Opened {
  readonly draft: Draft;
  readonly emailId: string | null;
  readonly scheduled: Sent | null;
}

/** The message is not there (any more). */
export class Gone extends Error {
  override readonly name = "Gone";
}

export async function identitiesOf(
  client: JmapClient,
  accountId: string,
): Promise<readonly IdentityRecord[]> {
  const account = client.account(accountId);
  if (!account.isWhole(Identity)) await account.fetchAll(Identity);
  return account.all(Identity);
}

/** Makes the draft that a request asks for. @param ownAccount where new messages are written. */
export async function openRequest(
  client: JmapClient,
  request: ComposeRequest,
  ownAccount: string,
): Promise<Opened> {
  if (request.kind === "new") {
    const identities = await identitiesOf(client, ownAccount);
    const draft = newDraft(request, ownAccount, identities[0]);
    return { draft, emailId: null, scheduled: null };
  }
  const { accountId, emailId, kind } = request;
  if (kind === "draft") {
    const [identities, email, pending] = await Promise.all([
      identitiesOf(client, accountId),
      readEmail(client, accountId, emailId, STORED),
      pendingSubmission(client, accountId, emailId),
    ]);
    const scheduled = pending && {
      accountId,
      emailId,
      submissionId: pending.id,
      undoUntil: 0,
      sendAt: new Date(pending.sendAt),
    };
    const draft = storedDraft(email, accountId, identities);
    return { draft, emailId, scheduled: scheduled ?? null };
  }
  const [identities, email] = await Promise.all([
    identitiesOf(client, accountId),
    readEmail(client, accountId, emailId, ANSWERED),
  ]);
  const draft = answerDraft(kind, email, accountId, identities);
  const identity = identities.find(({ id }) => id === draft.identityId);
  return { draft: withSignature(draft, identity), emailId: null, scheduled: null };
}

function newDraft(
  request: Extract<ComposeRequest, { kind: "new" }>,
  accountId: string,
  identity: IdentityRecord | undefined,
): Draft {
  const draft: Draft = {
    key: newKey(),
    accountId,
    identityId: identity?.id ?? null,
    messageId: newMessageId(identity?.email),
    to: request.to ?? [],
    cc: request.cc ?? [],
    bcc: [...(request.bcc ?? []), ...(identity?.bcc ?? [])],
    subject: request.subject ?? "",
    mode: "rich",
    body: request.body ? textAsHtml(request.body) : "",
    quote: null,
    attachments: [],
    inReplyTo: null,
    references: null,
    original: null,
    forwards: null,
  };
  return withSignature(draft, identity);
}

async function readEmail(
  client: JmapClient,
  accountId: string,
  id: string,
  { properties, args }: Want,
): Promise<EmailRecord> {
  // Not through the records kept here: they may hold the bodies cut.
  const { list } = await client.call<GetResponse<EmailRecord>>(`${Email.name}/get`, {
    accountId,
    ids: [id],
    properties,
    ...args,
  });
  if (!list[0]) throw new Gone();
  return list[0];
}
