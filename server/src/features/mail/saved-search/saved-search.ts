import { SavedSearch } from "@atrium/contract/types/saved-search";
import { serve, tableStore, type Served } from "../../../engine/index.ts";
import { toMail } from "../access.ts";
import { MAX_SAVED_SEARCHES } from "../limits.ts";

/** Searches kept under a name. */
export const savedSearch: Served = serve(SavedSearch, {
  access: toMail,
  store: tableStore(SavedSearch, {
    table: "saved_search",
    idPrefix: "y",
    columns: { text: "search" },
    most: MAX_SAVED_SEARCHES,
  }),
  limits: {
    name: { isLine: true, isFilled: true, maxOctets: 255 },
    text: { isLine: true, isFilled: true, maxLength: 2000 },
  },
});
