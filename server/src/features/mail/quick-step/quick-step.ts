import { QuickStep, type QuickStepRecord } from "@atrium/contract/types/quick-step";
import { refuse, serve, tableStore, type Served } from "../../../engine/index.ts";
import { toMail } from "../access.ts";
import { MAX_QUICK_STEPS, MAX_SORT_ORDER } from "../limits.ts";

type Actions = Pick<QuickStepRecord, "toRole" | "mailboxId" | "keyword" | "isRead" | "isStarred">;

/** As a keyword is spelt (RFC 8621 §4.1.1). */
const KEYWORD = /^[!#$&'+-[^-z|}~]{1,255}$/;

/** Several actions under one name, a person's own or of a shared account. */
export const quickStep: Served = serve(QuickStep, {
  access: toMail,
  store: tableStore(QuickStep, {
    table: "quick_step",
    idPrefix: "x",
    most: MAX_QUICK_STEPS,
    order: "sort_order, id",
  }),
  limits: {
    name: { isLine: true, isFilled: true, maxOctets: 255 },
    sortOrder: { max: MAX_SORT_ORDER },
  },
  rules: {
    create: (record) => checked(record, record),
    update: (after) => checked(after, after),
  },
});

function checked<Record>(record: Record, actions: Partial<Actions>): Record {
  const {
    toRole = null,
    mailboxId = null,
    keyword = null,
    isRead = null,
    isStarred = null,
  } = actions;
  if (keyword !== null && !KEYWORD.test(keyword))
    refuse("invalidProperties", undefined, { properties: ["keyword"] });
  if (toRole !== null && mailboxId !== null)
    refuse("invalidProperties", "It goes to one mailbox.", { properties: ["toRole", "mailboxId"] });
  if ([toRole, mailboxId, keyword, isRead, isStarred].every((action) => action === null))
    refuse("invalidProperties", "It does nothing.", {
      properties: ["toRole", "mailboxId", "keyword", "isRead", "isStarred"],
    });
  return record;
}
