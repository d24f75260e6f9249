import {
  EmailSubmission,
  type EmailSubmissionRecord,
  type SubmissionEnvelope,
} from "@atrium/contract/types/email-submission";
import type { EmailCreate } from "@atrium/contract/types/email";
import type { IdentityRecord } from "@atrium/contract/types/identity";
import { utcSeconds } from "@atrium/contract/types/utc-date";
import { CAPABILITY, type PatchObject } from "@atrium/contract/types/wire";
import type { JmapClient } from "@atrium/jmap";
import { distinct, isAddress } from "../draft/addresses.ts";
import { recipientsOf, type Draft } from "../draft/draft.ts";
import { bareSubject } from "../draft/subject.ts";
import { toEmail } from "../draft/to-email.ts";
import { t } from "../strings/index.ts";
import { folderFor } from "./mailboxes.ts";
import { Refused } from "./save-draft.ts";
import { versionsOf, withMessageId } from "./versions.ts";

/** A message on its way, and how long that can be taken back. */
export interface Sent {
  readonly accountId: string;
  readonly submissionId: string;
  readonly emailId: string;
  /** Milliseconds since 1970 of this device's clock. */
  readonly undoUntil: number;
  /** When it is sent later. */
  readonly sendAt: Date | null;
}

/** A message as it was handed over, while no answer says whether it went. */
export interface Submitted {
  readonly draft: Draft;
  /** The hour at which it was to be sent; `null` for at once. */
  readonly at: Date | null;
}

/** Hands a message over, in one request with the version that is sent. `at` sends it later. */
export async function sendDraft(
  client: JmapClient,
  draft: Draft,
  identity: IdentityRecord,
  old: readonly string[],
  at: Date | null,
): Promise<Sent> {
  return await sendEmail(client, {
    accountId: draft.accountId,
    identity,
    emailIn: (drafts) => toEmail(draft, identity, drafts),
    old,
    at,
    ...(at && { envelope: heldEnvelope(draft, identity, at) }),
  });
}

/** A message that is complete, and who sends it. */
export interface Outgoing {
  readonly accountId: string;
  readonly identity: IdentityRecord;
  /** The message as a draft, in the folder for these. */
  readonly emailIn: (drafts: string) => EmailCreate;
  /** Versions that it takes the place of. */
  readonly old?: readonly string[];
  readonly at?: Date | null;
  readonly envelope?: SubmissionEnvelope;
}

export async function sendEmail(client: JmapClient, outgoing: Outgoing): Promise<Sent> {
  const { accountId, identity, emailIn, old = [], at = null, envelope } = outgoing;
  const [drafts, target] = await Promise.all([
    folderFor(client, accountId, "drafts", t("drafts")),
    at
      ? folderFor(client, accountId, "scheduled", t("scheduled"))
      : folderFor(client, accountId, "sent", t("sentFolder")),
  ]);
  const group = client.group();
  const started = Date.now();
  const saved = group.call("Email/set", {
    accountId,
    create: { draft: emailIn(drafts) },
    ...(old.length > 0 && { destroy: old }),
  });
  const submitted = group.call("EmailSubmission/set", {
    accountId,
    create: {
      send: {
        emailId: "#draft",
        identityId: identity.id,
        ...(envelope && { envelope }),
      },
    },
    onSuccessUpdateEmail: { "#send": moved(drafts, target, at !== null) },
  });
  const version = (await saved.result).created?.["draft"]?.id;
  if (!version) {
    const refused = (await saved.result).notCreated?.["draft"];
    throw new Refused(refused ?? { type: "serverFail" });
  }
  const answer = await submitted.result;
  const submission = answer.created?.["send"];
  if (!submission?.id)
    throw new NotSubmitted(version, answer.notCreated?.["send"] ?? { type: "serverFail" });
  const { accounts } = await client.session();
  const seconds = accounts[accountId]?.accountCapabilities[CAPABILITY.submission]?.["undoSend"];
  const undo = submission.undoStatus === "pending" && typeof seconds === "number" ? seconds : 0;
  return {
    accountId,
    submissionId: submission.id,
    emailId: version,
    // A little less than the server grants: an offer that comes too late is none.
    undoUntil: started + Math.max(0, undo - 1) * 1000,
    sendAt: at,
  };
}

/** It was saved, but not sent. */
export class NotSubmitted extends Refused {
  readonly emailId: string;
  constructor(emailId: string, error: Refused["error"]) {
    super(error);
    this.emailId = emailId;
  }
}

function moved(from: string, to: string, isLater: boolean): PatchObject {
  return {
    [`mailboxIds/${from}`]: null,
    [`mailboxIds/${to}`]: true,
    // What waits for its hour is a draft still: it can be changed until then.
    ...(!isLater && { "keywords/$draft": null }),
  };
}

/** FUTURERELEASE (RFC 4865) goes with an envelope, which then has to be whole. */
function heldEnvelope(draft: Draft, identity: IdentityRecord, at: Date): SubmissionEnvelope {
  const until = utcSeconds(at);
  return {
    mailFrom: { email: identity.email, parameters: { HOLDUNTIL: until } },
    rcptTo: distinct(recipientsOf(draft))
      .filter(({ email }) => isAddress(email))
      .map(({ email }) => ({ email, parameters: null })),
  };
}

/** Takes a message back into the drafts. False: it is on its way. */
export async function unsend(
  client: JmapClient,
  { accountId, submissionId, sendAt }: Sent,
): Promise<boolean> {
  const drafts = await folderFor(client, accountId, "drafts", t("drafts"));
  const from = sendAt
    ? await folderFor(client, accountId, "scheduled", t("scheduled"))
    : await folderFor(client, accountId, "sent", t("sentFolder"));
  const answer = await client.call("EmailSubmission/set", {
    accountId,
    update: { [submissionId]: { undoStatus: "canceled" } },
    onSuccessUpdateEmail: {
      [submissionId]: {
        [`mailboxIds/${from}`]: null,
        [`mailboxIds/${drafts}`]: true,
        "keywords/$draft": true,
      },
    },
  });
  return answer.updated?.[submissionId] !== undefined;
}

/** The submission that holds a message back until its hour, if one does. */
export async function pendingSubmission(
  client: JmapClient,
  accountId: string,
  emailId: string,
): Promise<EmailSubmissionRecord | undefined> {
  const filter = { emailIds: [emailId], undoStatus: "pending" };
  return (await client.account(accountId).find(EmailSubmission, { filter }))[0];
}

/** After an answer was lost: whether the message went out all the same, and as what. */
export async function sentAlready(
  client: JmapClient,
  { accountId, messageId }: Draft,
  openedAt: number,
  at: Date | null,
): Promise<Sent | undefined> {
  const versions = await versionsOf(client, accountId, messageId, openedAt);
  if (versions.length === 0) return undefined;
  const filter = { emailIds: versions };
  const all = await client.account(accountId).find(EmailSubmission, { filter });
  const found = all.find(({ undoStatus }) => undoStatus !== "canceled");
  return (
    found && {
      accountId,
      submissionId: found.id,
      emailId: found.emailId,
      undoUntil: 0,
      sendAt: at,
    }
  );
}

/** Marks what was answered or handed on; `isOn` false takes the mark away again. */
export async function markOriginals(
  client: JmapClient,
  draft: Draft,
  isOn: boolean,
): Promise<void> {
  const ids = draft.forwards ?? draft.inReplyTo;
  if (!ids || ids.length === 0) return;
  const { accountId } = draft;
  const keyword = draft.forwards ? "$forwarded" : "$answered";
  const emails = draft.original ? [draft.original] : await originalsOf(client, draft, ids);
  if (emails.length === 0) return;
  await client.call("Email/set", {
    accountId,
    update: Object.fromEntries(emails.map((id) => [id, { [`keywords/${keyword}`]: isOn || null }])),
  });
}

/** For a draft that was gone on with later: those with its ids, among mail about the same. */
async function originalsOf(
  client: JmapClient,
  { accountId, subject }: Draft,
  messageIds: readonly string[],
): Promise<readonly string[]> {
  const about = bareSubject(subject);
  if (about === "") return [];
  const found = await Promise.all(
    messageIds.slice(0, 5).map((id) => withMessageId(client, accountId, id, { subject: about })),
  );
  return [...new Set(found.flat())];
}
