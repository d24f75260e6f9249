import type { EmailAddress } from "@atrium/contract/types/email";
import { Identity } from "@atrium/contract/types/identity";
import { isWithin, refuse, serve, tableStore, type Served } from "../../../engine/index.ts";
import { parseAddress } from "../../accounts/index.ts";
import { toMail } from "../../mail/index.ts";
import { SUBMISSION_REFUSALS } from "../refusals.ts";
import { maySendAs } from "./may-send-as.ts";
import "./tables.ts";

/** Identities of one account. */
const MAX_IDENTITIES = 100;
/** Addresses in Reply-To or Bcc. */
const MAX_ADDRESSES = 50;
/** Of a name, which stands in a header field. */
const NAME = { isLine: true, maxLength: 500 } as const;
const SIGNATURE = { maxLength: 100_000 };

export const identities = tableStore(Identity, {
  table: "identity",
  idPrefix: "i",
  most: MAX_IDENTITIES,
  computed: { mayDelete: (row) => row["position"] === null },
  // The default ones first, that of the primary address before all.
  order: "position nulls last, id",
});

/** RFC 8621 §6. */
export const identity: Served = serve(Identity, {
  access: toMail,
  store: identities,
  limits: { name: NAME, textSignature: SIGNATURE, htmlSignature: SIGNATURE },
  rules: {
    async create(record, { db, accountId }) {
      const addresses = checkAddresses(record);
      // RFC 8621 §6.3. "*@domain" is nobody's address here, so it is refused too.
      const address = parseAddress(record.email);
      if (address === null || !(await maySendAs(db, accountId, record.email)))
        return refuse(
          SUBMISSION_REFUSALS.forbiddenFrom,
          "this is no address that may be sent from",
        );
      return { ...record, ...addresses, email: address.canonical };
    },
    update: (after) => ({ ...after, ...checkAddresses(after) }),
    destroy({ mayDelete }) {
      if (!mayDelete) refuse("forbidden", "each address of the account has its identity");
    },
  },
});

type Addresses = readonly EmailAddress[] | null;

/** Lists of addresses as they are kept. @throws Refusal naming all that are none. */
function checkAddresses({ replyTo = null, bcc = null }: { replyTo?: Addresses; bcc?: Addresses }) {
  const lists = { replyTo, bcc };
  const wrong = Object.entries(lists).filter(([, list]) => list !== null && !areAddresses(list));
  if (wrong.length > 0)
    refuse("invalidProperties", undefined, { properties: wrong.map(([name]) => name) });
  return { replyTo: withNames(replyTo), bcc: withNames(bcc) };
}

const withNames = (list: Addresses): Addresses =>
  list?.map(({ name, email }) => ({ name: name ?? null, email })) ?? null;

const areAddresses = (list: readonly EmailAddress[]): boolean =>
  list.length <= MAX_ADDRESSES && list.every(isAddress);

function isAddress(address: { readonly name?: unknown; readonly email?: unknown }): boolean {
  const { name = null, email, ...others } = address;
  return (
    Object.keys(others).length === 0 &&
    (name === null || (typeof name === "string" && isWithin(NAME, name))) &&
    typeof email === "string" &&
    parseAddress(email) !== null
  );
}
