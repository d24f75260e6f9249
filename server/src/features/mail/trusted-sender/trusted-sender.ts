import { TrustedSender } from "@atrium/contract/types/trusted-sender";
import { serve, type Served } from "../../../engine/index.ts";
import { holdsMail } from "../access.ts";
import { trustedSenderRules } from "./trusted-sender.rules.ts";
import { trustedSenderStore } from "./trusted-sender.store.ts";

/** Whose pictures are shown without asking. */
export const trustedSender: Served = serve(TrustedSender, {
  access: (actor, _verb, accountId) => holdsMail(actor, accountId),
  store: trustedSenderStore,
  rules: trustedSenderRules,
});
