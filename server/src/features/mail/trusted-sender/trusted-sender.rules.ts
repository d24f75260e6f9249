import type { TrustedSender } from "@atrium/contract/types/trusted-sender";
import { refuse, refuseProperty, type Rules } from "../../../engine/index.ts";
import { parseAddress } from "../../accounts/index.ts";
import { countTrusted } from "./trusted-sender.store.ts";

/** Of one account. */
const MOST = 5000;

export const trustedSenderRules: Rules<typeof TrustedSender> = {
  async create(record, { db, accountId }) {
    const address = parseAddress(record.email);
    if (address === null) refuseProperty("email", "no address");
    if ((await countTrusted(db, accountId)) >= MOST) refuse("overQuota", "too many senders");
    return { ...record, email: address.canonical };
  },
};
