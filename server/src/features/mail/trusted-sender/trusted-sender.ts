import { TrustedSender } from "@atrium/contract/types/trusted-sender";
import { refuseProperty, serve, tableStore, type Served } from "../../../engine/index.ts";
import { parseAddress } from "../../accounts/index.ts";
import { toMail } from "../access.ts";
import { MAX_TRUSTED_SENDERS } from "../limits.ts";

/** Whose pictures are shown without asking. */
export const trustedSender: Served = serve(TrustedSender, {
  access: toMail,
  store: tableStore(TrustedSender, {
    table: "trusted_sender",
    idPrefix: "s",
    most: MAX_TRUSTED_SENDERS,
    initial: ({ w }) => ({ created_at: w.now }),
    unique: { column: "email", property: "email" },
  }),
  rules: {
    create: (record) => ({
      email: (parseAddress(record.email) ?? refuseProperty("email", "no address")).canonical,
    }),
  },
});
