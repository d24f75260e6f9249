import type { EmailAddress } from "@atrium/contract/types/email";
import type { Identity } from "@atrium/contract/types/identity";
import { refuse, type Rules } from "../../../engine/index.ts";
import { parseAddress } from "../../accounts/index.ts";
import { maySendAs } from "./may-send-as.ts";
import { readIdentities } from "./identity.store.ts";

/** Identities of one account. */
const MAX_IDENTITIES = 100;
/** Addresses in Reply-To or Bcc. */
const MAX_ADDRESSES = 50;
/** In characters. */
const MAX_NAME = 500;
const MAX_SIGNATURE = 100_000;

interface Changeable {
  readonly name?: string;
  readonly replyTo?: readonly EmailAddress[] | null;
  readonly bcc?: readonly EmailAddress[] | null;
  readonly textSignature?: string;
  readonly htmlSignature?: string;
}

/** What the description cannot say of what a person may change. @throws Refusal naming all that is wrong. */
function checkProperties(record: Changeable): void {
  const { name = "", replyTo = null, bcc = null, textSignature = "", htmlSignature = "" } = record;
  const properties = [
    ...(isName(name) ? [] : ["name"]),
    ...(areAddresses(replyTo) ? [] : ["replyTo"]),
    ...(areAddresses(bcc) ? [] : ["bcc"]),
    ...(isText(textSignature) ? [] : ["textSignature"]),
    ...(isText(htmlSignature) ? [] : ["htmlSignature"]),
  ];
  if (properties.length > 0) refuse("invalidProperties", undefined, { properties });
}

/** A name stands in one header field: no line breaks. */
const isName = (text: string): boolean =>
  text.length <= MAX_NAME && !/\p{Cc}/u.test(text) && text.isWellFormed();

const isText = (text: string): boolean =>
  text.length <= MAX_SIGNATURE && !text.includes("\0") && text.isWellFormed();

function areAddresses(list: readonly EmailAddress[] | null): boolean {
  return list === null || (list.length <= MAX_ADDRESSES && list.every(isAddress));
}

function isAddress(address: { readonly name?: unknown; readonly email?: unknown }): boolean {
  const { name = null, email, ...others } = address;
  return (
    Object.keys(others).length === 0 &&
    (name === null || (typeof name === "string" && isName(name))) &&
    typeof email === "string" &&
    parseAddress(email) !== null
  );
}

const withNames = (list: readonly EmailAddress[] | null): EmailAddress[] | null =>
  list?.map(({ name, email }) => ({ name: name ?? null, email })) ?? null;

export const identityRules: Rules<typeof Identity> = {
  async create(record, call) {
    checkProperties(record);
    // RFC 8621 §6.3. "*@domain" is nobody's address here, so it is refused too.
    const address = parseAddress(record.email);
    if (address === null || !(await maySendAs(call.db, call.accountId, record.email)))
      refuse("forbiddenFrom", "this is no address that may be sent from");
    const all = await readIdentities(call.db, call.accountId);
    if (all.length >= MAX_IDENTITIES) refuse("overQuota", "too many identities");
    return {
      ...record,
      email: address.canonical,
      replyTo: withNames(record.replyTo ?? null),
      bcc: withNames(record.bcc ?? null),
    };
  },

  update(after) {
    checkProperties(after);
    return { ...after, replyTo: withNames(after.replyTo), bcc: withNames(after.bcc) };
  },

  destroy(identity) {
    if (!identity.mayDelete) refuse("forbidden", "each address of the account has its identity");
  },
};
