import { Identity } from "@atrium/contract/types/identity";
import { refuse, serve, tableStore, type Served } from "../../../engine/index.ts";
import { parseAddress } from "../../accounts/index.ts";
import { toMail } from "../../mail/index.ts";
import { checkAddresses, NAME } from "../kept-addresses.ts";
import { MAX_IDENTITIES, MAX_KEPT_HTML } from "../limits.ts";
import { SUBMISSION_REFUSALS } from "../refusals.ts";
import { maySendAs } from "./may-send-as.ts";
import "./tables.ts";

const SIGNATURE = { maxLength: MAX_KEPT_HTML };

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
      const { replyTo = null, bcc = null } = record;
      const addresses = checkAddresses({ replyTo, bcc });
      // RFC 8621 §6.3. "*@domain" is nobody's address here, so it is refused too.
      const address = parseAddress(record.email);
      if (address === null || !(await maySendAs(db, accountId, record.email)))
        return refuse(
          SUBMISSION_REFUSALS.forbiddenFrom,
          "this account may not send from this address",
        );
      return { ...record, ...addresses, email: address.canonical };
    },
    update: (after) => ({
      ...after,
      ...checkAddresses({ replyTo: after.replyTo, bcc: after.bcc }),
    }),
    destroy({ mayDelete }) {
      if (!mayDelete)
        refuse("forbidden", "the identity of an address of the account cannot be destroyed");
    },
  },
});
