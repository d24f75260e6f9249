import { ShareNotification } from "@atrium/contract/types/share-notification";
import { inMemory, isOwnAccount, serve, tableStore, type Served } from "../../../engine/index.ts";
import { LIMITS } from "../limits.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";

const notifications = tableStore(ShareNotification, {
  table: "share_notification",
  idPrefix: "u",
  most: LIMITS.notificationsPerPerson,
});

const textOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** What others shared with a person: in the own account, and found where the principals are (RFC 9670 §3). */
export const shareNotification: Served = serve(ShareNotification, {
  access: (actor, _verb, accountId) => isOwnAccount(actor, accountId),
  shownIn: ORGANISATION,
  // Without `create` and `update`, which RFC 9670 forbids.
  store: {
    get: (...asked) => notifications.get(...asked),
    destroy: (...asked) => notifications.destroy!(...asked),
    list: inMemory<typeof ShareNotification>({
      all: ({ db, accountId }) => notifications.read(db, accountId),
      match: {
        after: ({ created }, after) => after === null || new Date(created) >= new Date(after),
        before: ({ created }, before) => before === null || new Date(created) < new Date(before),
        objectType: ({ objectType }, type) => objectType === type,
        objectAccountId: ({ objectAccountId }, id) => objectAccountId === id,
      },
      compare: { created: (a, b) => textOrder(a.created, b.created) },
    }),
  },
});
