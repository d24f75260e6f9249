import { SavedSearch } from "@atrium/contract/types/saved-search";
import { serve, type Served } from "../../../engine/index.ts";
import { holdsMail } from "../access.ts";
import { savedSearchRules } from "./saved-search.rules.ts";
import { savedSearchStore } from "./saved-search.store.ts";

/** Searches kept under a name. */
export const savedSearch: Served = serve(SavedSearch, {
  access: (actor, _verb, accountId) => holdsMail(actor, accountId),
  store: savedSearchStore,
  rules: savedSearchRules,
});
