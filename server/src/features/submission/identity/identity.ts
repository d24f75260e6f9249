import { Identity } from "@atrium/contract/types/identity";
import { serve, type Served } from "../../../engine/index.ts";
import { holdsMail } from "../../mail/index.ts";
import { identityRules } from "./identity.rules.ts";
import { identityStore } from "./identity.store.ts";

/** RFC 8621 §6. */
export const identity: Served = serve(Identity, {
  access: (actor, _verb, accountId) => holdsMail(actor, accountId),
  store: identityStore,
  rules: identityRules,
});
