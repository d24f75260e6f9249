import { Template } from "@atrium/contract/types/template";
import { serve, tableStore, type Served } from "../../../engine/index.ts";
import { toMail } from "../../mail/index.ts";
import { checkAddresses } from "../kept-addresses.ts";
import {
  MAX_KEPT_HTML,
  MAX_TEMPLATE_NAME,
  MAX_TEMPLATE_SUBJECT,
  MAX_TEMPLATES,
} from "../limits.ts";

/** RFC 8621 §2: below 2^31. */
const MAX_SORT_ORDER = 2_147_483_647;

/** Text that is written again and again, a person's own or of a shared account. */
export const template: Served = serve(Template, {
  access: toMail,
  store: tableStore(Template, {
    table: "template",
    idPrefix: "h",
    columns: { to: "recipients" },
    most: MAX_TEMPLATES,
    order: "sort_order, id",
  }),
  limits: {
    name: { isLine: true, isFilled: true, maxOctets: MAX_TEMPLATE_NAME },
    subject: { isLine: true, maxLength: MAX_TEMPLATE_SUBJECT },
    htmlBody: { maxLength: MAX_KEPT_HTML },
    sortOrder: { max: MAX_SORT_ORDER },
  },
  rules: {
    create: (record) => ({ ...record, ...checkAddresses({ to: record.to ?? null }) }),
    update: (after) => ({ ...after, ...checkAddresses({ to: after.to }) }),
  },
});
