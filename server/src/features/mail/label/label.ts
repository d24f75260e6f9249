import { Label } from "@atrium/contract/types/label";
import { serve, type Served } from "../../../engine/index.ts";
import { holdsMail } from "../access.ts";
import { labelRules } from "./label.rules.ts";
import { labelStore } from "./label.store.ts";

/** Keywords that people see by a name and a colour. */
export const label: Served = serve(Label, {
  access: (actor, _verb, accountId) => holdsMail(actor, accountId),
  store: labelStore,
  rules: labelRules,
});
