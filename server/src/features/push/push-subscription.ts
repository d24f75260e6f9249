import { PushSubscription } from "@atrium/contract/types/push-subscription";
import { serve, type Served } from "../../engine/index.ts";
import { pushSubscriptionRules } from "./push-subscription.rules.ts";
import { pushSubscriptionStore } from "./push-subscription.store.ts";

/** RFC 8620 §7.2. */
export const pushSubscription: Served = serve(PushSubscription, {
  // Everyone's own are in their own account.
  access: (actor, _verb, accountId) => accountId === actor.accountId,
  store: pushSubscriptionStore,
  rules: pushSubscriptionRules,
  withoutAccount: true,
});
