import type { ValuesOf } from "@atrium/contract/types/define";
import { MDN_METHODS, MDN_PROPERTIES, type Mdn, type MdnCreate } from "@atrium/contract/types/mdn";
import type { IdentityRecord } from "@atrium/contract/types/identity";
import type { JsonObject, PatchObject, SetError } from "@atrium/contract/types/wire";
import {
  ACTION_MODES,
  DISPOSITION_TYPES,
  isExtensionName,
  SENDING_MODES,
} from "@atrium/formats/disposition-notification";
import {
  fits,
  realId,
  refuse,
  refuseProperty,
  Refusal,
  type Call,
  type MethodEngine,
  type Named,
} from "../../../engine/index.ts";
import { parseAddress } from "../../accounts/index.ts";
import { addKeyword } from "../../mail/index.ts";
import { readHead } from "../../mail/message/read-head.ts";
import { enqueueMessage } from "../../outbound/index.ts";
import { identities } from "../identity/identity.ts";
import { ownAmong } from "../identity/may-send-as.ts";
import { SUBMISSION_REFUSALS } from "../refusals.ts";
import { countRecipients } from "../sending/send-limit.ts";
import type { SendingLimits } from "../sending/sending-limits.ts";
import { buildMdn } from "./build-mdn.ts";
import { MAX_MDN_EXTENSIONS, MAX_MDN_LINE, MAX_MDN_TEXT } from "./limits.ts";
import { readMdnRequest, type MdnRequest } from "./request.ts";

type SendCall = Call<ValuesOf<typeof MDN_METHODS.send>>;
type Given = ValuesOf<typeof MDN_PROPERTIES>;

/** A receipt was sent for it, or its reader decided that none will be (RFC 3503 §3.1). */
const MDN_SENT = "$mdnsent";

/** RFC 9007 §2.1: each of them or none; then one `Email/set` for the messages that they are about. */
export async function sendMdns(
  call: SendCall,
  engine: MethodEngine,
  limits: SendingLimits,
): Promise<readonly Named[]> {
  const { args, accountId, db, services } = call;
  const entries = Object.entries(args.send);
  if (entries.length > services.limits.maxObjectsInSet)
    refuse("requestTooLarge", "maxObjectsInSet");
  const identityId = realId(args.identityId, engine.createdIds) ?? args.identityId;
  const [identity] = await identities.read(db, accountId, [identityId]);
  if (identity === undefined) return refuse("invalidArguments", "there is no such identity");
  const sent: Record<string, Partial<Mdn>> = {};
  const notSent: Record<string, SetError> = {};
  const update: Record<string, PatchObject> = {};
  for (const [key, given] of entries)
    try {
      const patch = args.onSuccessUpdateEmail?.[`#${key}`];
      if (!setsMdnSent(patch))
        refuseProperty("onSuccessUpdateEmail", `it has to set the keyword ${MDN_SENT}`);
      const mdn = checkMdn(given);
      const emailId = realId(mdn.forEmailId, engine.createdIds) ?? mdn.forEmailId;
      sent[key] = await sendOne(call, engine, limits, { ...mdn, forEmailId: emailId }, identity);
      update[emailId] = { ...update[emailId], ...patch };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      notSent[key] = error.setError();
    }
  const answer = {
    accountId,
    sent: Object.keys(sent).length > 0 ? sent : null,
    notSent: Object.keys(notSent).length > 0 ? notSent : null,
  };
  if (answer.sent === null) return [["MDN/send", answer]];
  return [["MDN/send", answer], ...(await engine.invoke("Email/set", { accountId, update }))];
}

function setsMdnSent(patch: JsonObject | undefined): patch is JsonObject {
  if (patch === undefined) return false;
  const keywords = patch["keywords"] as Record<string, unknown> | null | undefined;
  return patch[`keywords/${MDN_SENT}`] === true || keywords?.[MDN_SENT] === true;
}

/** What a client gives, with the defaults. @throws Refusal `invalidProperties`, `tooLarge` */
function checkMdn(given: MdnCreate): Given {
  const values: Record<string, unknown> = {};
  for (const name of Object.keys(given))
    if (!Object.hasOwn(MDN_PROPERTIES, name)) refuseProperty(name, "it cannot be set");
  for (const [name, property] of Object.entries(MDN_PROPERTIES)) {
    const value = Object.hasOwn(given, name) ? given[name as keyof MdnCreate] : undefined;
    if (value === undefined && !("default" in property)) refuseProperty(name, "it is missing");
    if (value !== undefined && !fits(property, value)) refuseProperty(name, "invalid value");
    values[name] = value ?? ("default" in property ? property.default : undefined);
  }
  const mdn = values as unknown as Given;
  if ((mdn.textBody ?? "").length > MAX_MDN_TEXT) refuse("tooLarge", "textBody");
  for (const line of [mdn.subject, mdn.reportingUA, mdn.finalRecipient])
    if ((line ?? "").length > MAX_MDN_LINE) refuse("tooLarge");
  const extensions = Object.entries(mdn.extensionFields ?? {});
  if (extensions.length > MAX_MDN_EXTENSIONS) refuse("tooLarge", "extensionFields");
  for (const [name, value] of extensions)
    if (!isExtensionName(name) || typeof value !== "string" || value.length > MAX_MDN_LINE)
      refuseProperty("extensionFields", `"${name.slice(0, 100)}" cannot be`);
  const { actionMode, sendingMode, type, ...more } = mdn.disposition;
  if (
    Object.keys(more).length > 0 ||
    !ACTION_MODES.includes(actionMode) ||
    !SENDING_MODES.includes(sendingMode) ||
    !DISPOSITION_TYPES.includes(type)
  )
    refuseProperty("disposition", "it is none of RFC 9007");
  return mdn;
}

/**
 * Puts a receipt on its way, and marks the message that it is about in the same transaction: of two windows that want to
 * send it at once, one does. Answers what the client did not say.
 */
async function sendOne(
  call: SendCall,
  engine: MethodEngine,
  limits: SendingLimits,
  mdn: Given,
  identity: IdentityRecord,
): Promise<Partial<Mdn>> {
  const { accountId, db, services, actor } = call;
  const { forEmailId: emailId, disposition } = mdn;
  const found = await db
    .selectFrom("email")
    .select(["blob_hash", "size", "keywords"])
    .where("account_id", "=", accountId)
    .where("id", "=", emailId)
    .executeTakeFirst();
  if (found === undefined) return refuse("notFound", "there is no such Email");
  if (found.keywords.includes(MDN_SENT)) refuse(SUBMISSION_REFUSALS.mdnAlreadySent);
  const request = readMdnRequest(await readHead(call, found.blob_hash, found.size));
  if (request === null || found.keywords.includes("$draft"))
    return refuse("notFound", "it asks for no receipt");
  // RFC 8098 §2.1: nobody gets a receipt through another's address without a person's having said so.
  if (disposition.sendingMode === "mdn-sent-automatically" && !request.isToReturnPath)
    refuse("forbidden", "the receipt would not go to the sender");
  const finalRecipient = await finalRecipientOf(call, mdn.finalRecipient, identity);
  const original = mdn.includeOriginalMessage ? await readOriginal(call, found, limits) : null;
  const subject = mdn.subject ?? defaultSubject(request);
  const textBody = mdn.textBody ?? defaultText(request);
  const bytes = buildMdn({
    ...mdn,
    from: {
      name: identity.name,
      email: identity.email,
      domain: parseAddress(identity.email)!.domain,
    },
    request,
    subject,
    text: textBody,
    finalRecipient,
    original,
    now: services.clock.now(),
  });
  if (bytes.length > limits.maxMessageSize)
    refuse("tooLarge", undefined, { maxSize: limits.maxMessageSize });
  const { hash, size } = await services.blobs.put(bytes);
  await engine.write([accountId], async (w) => {
    const marked = await addKeyword(w, accountId, emailId, MDN_SENT);
    if (marked === "gone") refuse("notFound", "there is no such Email");
    if (marked === "had") refuse(SUBMISSION_REFUSALS.mdnAlreadySent);
    await countRecipients(w, actor.personId, request.to.length, limits.sendLimit);
    await enqueueMessage(w, {
      accountId,
      hash,
      size,
      // RFC 8098 §3: so that nothing ever comes back about it.
      mailFrom: "",
      recipients: request.to.map(({ email }) => ({
        address: email,
        params: { NOTIFY: "NEVER" },
      })),
      origin: "mdn",
    });
  });
  const { messageId, originalRecipient } = request;
  return {
    ...(mdn.subject === null && { subject }),
    ...(mdn.textBody === null && { textBody }),
    ...(mdn.finalRecipient === null && { finalRecipient }),
    ...(!mdn.includeOriginalMessage && { includeOriginalMessage: false }),
    originalRecipient,
    originalMessageId: messageId === null ? null : `<${messageId}>`,
    mdnGateway: null,
    error: null,
  };
}

const defaultSubject = ({ subject }: MdnRequest): string =>
  subject ? `Read: ${subject.slice(0, MAX_MDN_LINE).toWellFormed()}` : "Read";

const defaultText = ({ subject }: MdnRequest): string =>
  `Your message${subject ? ` "${subject.slice(0, MAX_MDN_LINE).toWellFormed()}"` : ""} was opened.\n\nThis does not mean that it was read or understood.\n`;

/** @throws Refusal `forbiddenFrom` for an address that is not the account's. */
async function finalRecipientOf(
  { db, accountId }: SendCall,
  given: string | null,
  { email }: IdentityRecord,
): Promise<string> {
  const address = given === null ? email : given.replace(/^[\w-]{1,40};/, "").trim();
  if (!(await ownAmong(db, accountId, [email, address])).has(address))
    refuse(SUBMISSION_REFUSALS.forbiddenFrom, "this account does not have that address");
  return given === null || given === address ? typed(address) : given;
}

/** RFC 6533 §3. */
const typed = (address: string): string =>
  `${/^[\0-\x7f]*$/.test(address) ? "rfc822" : "utf-8"}; ${address}`;

async function readOriginal(
  { budget, services }: SendCall,
  { blob_hash: hash, size }: { readonly blob_hash: string; readonly size: number },
  { maxMessageSize }: SendingLimits,
): Promise<Uint8Array> {
  if (size > maxMessageSize) refuse("tooLarge", undefined, { maxSize: maxMessageSize });
  budget.spend("octetsRead", size);
  return await services.blobs.read(hash);
}
