import type {
  EmailSubmissionCreate,
  SubmissionEnvelope,
} from "@atrium/contract/types/email-submission";
import type { IdentityRecord } from "@atrium/contract/types/identity";
import { refuse, type Call } from "../../../engine/index.ts";
import { parseAddress, reachable, withoutDetail } from "../../accounts/index.ts";
import { ownAmong, sendingAccounts } from "../identity/may-send-as.ts";
import type { HeaderAddresses } from "../sending/sender-fields.ts";
import { checkEnvelope, distinctRecipients } from "./envelope.ts";
import { MAIL_REFUSALS } from "../../mail/index.ts";
import { SUBMISSION_REFUSALS } from "../refusals.ts";

/**
 * The envelope of a submission, after everything about it was found to be allowed (RFC 8621 §7.5): to the client the
 * first fault is reported, what is wrong with the message before who may not send it.
 * @throws Refusal
 */
export async function checkSubmission(
  call: Call,
  record: EmailSubmissionCreate,
  identity: IdentityRecord,
  header: HeaderAddresses,
  { maxRecipients }: { readonly maxRecipients: number },
): Promise<SubmissionEnvelope> {
  const { db, accountId, actor } = call;
  const given = record.envelope ? checkEnvelope(record.envelope) : null;
  const invalid = [...header.invalid];
  // RFC 8621 §7: one of several authors cannot be made the sender.
  if (given === null && header.sender.length === 0 && header.from.length > 1) invalid.push("from");
  if (invalid.length > 0)
    refuse(MAIL_REFUSALS.invalidEmail, undefined, { properties: [...new Set(invalid)] });

  const envelope = given ?? derivedEnvelope(identity, header);
  const { mailFrom, rcptTo } = envelope;
  if (rcptTo.length === 0) refuse(SUBMISSION_REFUSALS.noRecipients);
  if (rcptTo.length > maxRecipients)
    refuse(SUBMISSION_REFUSALS.tooManyRecipients, undefined, { maxRecipients });
  const reached = await reachable(
    db,
    rcptTo.map(({ email }) => email),
  );
  const invalidRecipients = rcptTo.map(({ email }) => email).filter((email) => !reached.has(email));
  if (invalidRecipients.length > 0)
    refuse(SUBMISSION_REFUSALS.invalidRecipients, undefined, { invalidRecipients });

  // The null sender asks for no reports; who it is from still stands in the header.
  const own = await ownAmong(db, accountId, [mailFrom.email, ...header.from]);
  if (mailFrom.email !== "" && !own.has(mailFrom.email))
    refuse(SUBMISSION_REFUSALS.forbiddenMailFrom);
  const foreign = header.from.find((address) => !own.has(address));
  if (foreign !== undefined)
    refuse(SUBMISSION_REFUSALS.forbiddenFrom, `this account may not send as ${foreign}`);
  // RFC 8621 §9.6: the message is from who the client says it is from.
  if (!header.from.some((address) => isOf(identity, address)))
    refuse(SUBMISSION_REFUSALS.forbiddenFrom, "From differs from the identity's address");
  // A user may send for a shared account in the own name.
  const sending = await sendingAccounts(db, actor, header.sender);
  const others = header.sender.find((address) => !sending.has(address));
  if (others !== undefined)
    refuse(SUBMISSION_REFUSALS.forbiddenFrom, `you may not send as ${others}`);
  return envelope;
}

/** RFC 8621 §7, `envelope`. */
function derivedEnvelope(identity: IdentityRecord, header: HeaderAddresses): SubmissionEnvelope {
  const [sender = header.from[0]!] = header.sender;
  const email = isOf(identity, sender) ? sender : identity.email;
  return {
    mailFrom: { email, parameters: null },
    rcptTo: distinctRecipients(header.recipients),
  };
}

/** Whether it is the identity's address, with a detail after a plus sign or without. */
function isOf(identity: IdentityRecord, address: string): boolean {
  const parsed = parseAddress(address);
  return (
    parsed !== null &&
    (parsed.canonical === identity.email || withoutDetail(parsed) === identity.email)
  );
}
