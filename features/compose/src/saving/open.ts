import { Email, type EmailRecord } from "@atrium/contract/types/email";
import { Identity, type IdentityRecord } from "@atrium/contract/types/identity";
import { Thread } from "@atrium/contract/types/thread";
import { textToHtml } from "@atrium/formats/mail-html";
import type { JmapClient, Want } from "@atrium/jmap";
import { preferences } from "@atrium/state";
import { ANSWERED, answerDraft, isAnswerTo } from "../draft/answer.ts";
import { newMessageId, type Draft } from "../draft/draft.ts";
import { resentDraft, STORED, storedDraft } from "../draft/from-email.ts";
import type { ViewState } from "../draft/view-state.ts";
import { withSignature } from "../draft/signature.ts";
import type { ComposeRequest } from "../request.ts";
import { takeOver } from "./hand-over.ts";
import type { LocalDraft } from "./local-drafts.ts";
import { folderFor } from "./mailboxes.ts";
import { pendingSubmission, type Submitted, type Sent } from "./send.ts";
import { t } from "../strings/index.ts";
import { withMessageId } from "./versions.ts";

/** What a request comes to. */
export interface Opened {
  readonly draft: Draft;
  readonly emailId: string | null;
  readonly scheduled: Sent | null;
  /** The server's version is older than this. */
  readonly isUnsaved?: boolean;
  /** It was handed over and waits for the network. */
  readonly isWaiting?: boolean | undefined;
  /** There may be versions on the server of which this device does not know. */
  readonly mayHaveMore?: boolean | undefined;
  /** As it was handed over, while nobody knows whether it went. */
  readonly submitted?: Submitted | undefined;
  /** It did not reach its recipients, whose addresses are to be looked at first. */
  readonly isResent?: boolean;
  readonly openedAt?: number;
  readonly viewState?: ViewState | undefined;
  /** Takes away this window's hold of it, if it has one already. */
  readonly release?: (() => void) | undefined;
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

/** The identities, where they are here already. */
export function identitiesNow(
  client: JmapClient,
  accountId: string,
): readonly IdentityRecord[] | undefined {
  const account = client.account(accountId);
  return account.isWhole(Identity) ? account.all(Identity) : undefined;
}

export interface Opener {
  readonly client: JmapClient;
  readonly personId: string;
  /** Where new messages are written. */
  readonly ownAccount: string;
  /** Whether this window has the message open itself. */
  readonly holds: (key: string) => boolean;
}

/**
 * The draft that a request asks for, if everything for it is here: then it can be written at once.
 * @param isAnyway also where an answer may have been begun
 */
export function openNow(
  { client, ownAccount }: Opener,
  request: ComposeRequest,
  isAnyway = false,
): Opened | undefined {
  const { kind } = request;
  if (kind === "draft" || kind === "carried" || kind === "resend") return undefined;
  const accountId = kind === "new" ? ownAccount : request.accountId;
  const identities = identitiesNow(client, accountId);
  if (!identities) return undefined;
  if (kind === "new") return opened(newDraft(request, ownAccount, identities[0]));
  const email = client.account(accountId).get(Email, request.emailId);
  const isHere = client.account(accountId).has(Email, request.emailId, ANSWERED);
  if (kind !== "forward" && !isAnyway && email && hasDraft(client, accountId, email))
    return undefined;
  return email && isHere && isWhole(email)
    ? opened(answer(kind, email, accountId, identities))
    : undefined;
}

/** Makes the draft that a request asks for. Rejects with `Gone`. */
export async function openRequest(opener: Opener, request: ComposeRequest): Promise<Opened> {
  const { client, ownAccount } = opener;
  if (request.kind === "new") {
    const identities = await identitiesOf(client, ownAccount);
    return opened(newDraft(request, ownAccount, identities[0]));
  }
  if (request.kind === "carried") return openCarried(opener, request);
  if (request.kind === "resend") return openResent(client, request);
  const { accountId, emailId, kind } = request;
  if (kind === "draft") return openNewest(opener, accountId, emailId);
  try {
    const [identities, email] = await Promise.all([
      identitiesOf(client, accountId),
      readEmail(client, accountId, emailId, ANSWERED),
    ]);
    const begun =
      kind === "forward" ? undefined : await openBegun(opener, accountId, kind, email, identities);
    return begun ?? opened(answer(kind, email, accountId, identities));
  } catch (error) {
    // Without network it is answered by what is here.
    const now = error instanceof Gone ? undefined : openNow(opener, request, true);
    if (!now) throw error;
    return now;
  }
}

/** The answer of this kind that was begun and left in the drafts, if there is one. */
async function openBegun(
  opener: Opener,
  accountId: string,
  kind: "reply" | "replyAll",
  email: EmailRecord,
  identities: readonly IdentityRecord[],
): Promise<Opened | undefined> {
  const { client } = opener;
  const group = client.group();
  const thread = group.call("Thread/get", { accountId, ids: [email.threadId] });
  const got = group.call("Email/get", {
    accountId,
    "#ids": thread.ref("/list/*/emailIds"),
    properties: ["keywords", "mailboxIds", "inReplyTo", "to", "cc", "bcc"],
  });
  const drafts = await folderFor(client, accountId, "drafts", t("drafts"));
  const begun = (await got.result).list.findLast(
    (one) =>
      one.keywords["$draft"] === true &&
      // Neither thrown away nor waiting for its hour.
      one.mailboxIds[drafts] === true &&
      isAnswerTo(kind, one, email, identities),
  );
  if (!begun) return undefined;
  const found = await openStored(opener, accountId, begun.id);
  return { ...found, draft: { ...found.draft, original: email.id } };
}

/** Whether there is a draft in the message's conversation, as far as is known here. */
function hasDraft(client: JmapClient, accountId: string, { threadId }: EmailRecord): boolean {
  const account = client.account(accountId);
  const emailIds = account.get(Thread, threadId)?.emailIds ?? [];
  return emailIds.some((id) => account.get(Email, id)?.keywords["$draft"] === true);
}

async function openResent(
  client: JmapClient,
  { accountId, emailId, to }: Extract<ComposeRequest, { kind: "resend" }>,
): Promise<Opened> {
  const [identities, email] = await Promise.all([
    identitiesOf(client, accountId),
    readEmail(client, accountId, emailId, STORED),
  ]);
  const draft = resentDraft(email, accountId, identities, to);
  if (!draft) throw new Gone();
  return { ...opened(draft), isResent: true };
}

/** A draft as a list names it, which may be a version that another window has just replaced. */
async function openNewest(opener: Opener, accountId: string, emailId: string): Promise<Opened> {
  const threadId = opener.client.account(accountId).get(Email, emailId)?.threadId;
  try {
    return await openStored(opener, accountId, emailId);
  } catch (error) {
    if (!(error instanceof Gone) || threadId === undefined) throw error;
    // Every version has the same Message-ID, and so the same conversation.
    const newest = await draftIn(opener.client, accountId, threadId);
    if (newest === undefined) throw error;
    return openStored(opener, accountId, newest);
  }
}

async function draftIn(
  client: JmapClient,
  accountId: string,
  threadId: string,
): Promise<string | undefined> {
  const group = client.group();
  const thread = group.call("Thread/get", { accountId, ids: [threadId] });
  const got = group.call("Email/get", {
    accountId,
    "#ids": thread.ref("/list/*/emailIds"),
    properties: ["keywords"],
  });
  const { list } = await got.result;
  return list.findLast(({ keywords }) => keywords["$draft"] === true)?.id;
}

async function openStored(
  { client, personId, holds }: Opener,
  accountId: string,
  emailId: string,
): Promise<Opened> {
  const [identities, email, pending] = await Promise.all([
    identitiesOf(client, accountId),
    readEmail(client, accountId, emailId, STORED),
    pendingSubmission(client, accountId, emailId),
  ]);
  const draft = storedDraft(email, accountId, identities);
  if (holds(draft.key)) return opened(draft, emailId);
  if (!pending) {
    // Another window may write it just now, or something may be left here that never reached the server.
    const local = await takeOver(draft.key, personId);
    if (local && (local.isUnsaved || local.look)) return fromLocal(local);
    return opened(draft, local?.emailId ?? emailId);
  }
  const scheduled = {
    accountId,
    emailId,
    submissionId: pending.id,
    undoUntil: 0,
    sendAt: new Date(pending.sendAt),
  };
  return { draft, emailId, scheduled };
}

/** A message that another window wrote, with everything that it left on this device. */
async function openCarried(
  opener: Opener,
  { key, accountId, emailId }: Extract<ComposeRequest, { kind: "carried" }>,
): Promise<Opened> {
  const local = await takeOver(key, opener.personId);
  if (local) return fromLocal(local);
  if (accountId === undefined) throw new Gone();
  if (emailId !== undefined)
    try {
      return await openStored(opener, accountId, emailId);
    } catch (error) {
      if (!(error instanceof Gone)) throw error;
    }
  // It was saved again since: the address names an older version.
  const ids = await withMessageId(opener.client, accountId, key, { hasKeyword: "$draft" });
  if (ids[0] === undefined) throw new Gone();
  return openStored(opener, accountId, ids[0]);
}

/** What this device has is the newest there is, as far as it knows. */
export function fromLocal(local: LocalDraft): Opened {
  const { draft, emailId, isUnsaved, isWaiting, handed, openedAt, look } = local;
  return {
    // Older versions of this program kept it without.
    draft: { ...draft, replyTo: draft.replyTo ?? null },
    emailId,
    scheduled: null,
    isUnsaved,
    isWaiting,
    mayHaveMore: isUnsaved || isWaiting,
    submitted: handed,
    openedAt,
    viewState: look,
  };
}

function opened(draft: Draft, emailId: string | null = null): Opened {
  return { draft, emailId, scheduled: null };
}

function answer(
  kind: "reply" | "replyAll" | "forward",
  email: EmailRecord,
  accountId: string,
  identities: readonly IdentityRecord[],
): Draft {
  const draft = answerDraft(kind, email, accountId, identities);
  return withSignature(
    { ...draft, ...usual() },
    identities.find(({ id }) => id === draft.identityId),
  );
}

/** What the person wants of every message. */
const usual = (): Partial<Draft> => (preferences().asksReceipt ? { asksReceipt: true } : {});

/** Whether all of a message's text is here: the reader asks for less of very long ones. */
function isWhole({ htmlBody, textBody, bodyValues }: EmailRecord): boolean {
  return [...htmlBody, ...textBody]
    .filter(({ type }) => type.startsWith("text/"))
    .every(({ partId }) => partId !== null && bodyValues[partId]?.isTruncated === false);
}

function newDraft(
  request: Extract<ComposeRequest, { kind: "new" }>,
  accountId: string,
  identity: IdentityRecord | undefined,
): Draft {
  const messageId = newMessageId(identity?.email);
  const draft: Draft = {
    key: messageId,
    accountId,
    identityId: identity?.id ?? null,
    messageId,
    to: request.to ?? [],
    cc: request.cc ?? [],
    bcc: [...(request.bcc ?? []), ...(identity?.bcc ?? [])],
    replyTo: null,
    subject: request.subject ?? "",
    mode: "rich",
    body: request.body ? textToHtml(request.body) : "",
    quote: null,
    attachments: [],
    inReplyTo: null,
    references: null,
    original: null,
    forwards: null,
    ...usual(),
  };
  return withSignature(draft, identity);
}

async function readEmail(
  client: JmapClient,
  accountId: string,
  id: string,
  { properties, args }: Want<typeof Email>,
): Promise<EmailRecord> {
  // Not through the records kept here: they may hold the bodies cut.
  const { list } = await client.call("Email/get", {
    accountId,
    ids: [id],
    properties,
    ...args,
  });
  if (!list[0]) throw new Gone();
  return list[0];
}
