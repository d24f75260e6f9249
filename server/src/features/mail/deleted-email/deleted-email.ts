import {
  DELETED_EMAIL_METHODS,
  DeletedEmail,
  type DeletedEmailRecord,
} from "@atrium/contract/types/deleted-email";
import type { SetError } from "@atrium/contract/types/wire";
import { utcSeconds } from "@atrium/contract/types/utc-date";
import { method, orNull, refuse, serve, type Access, type Served } from "../../../engine/index.ts";
import { holdsMail } from "../access.ts";
import {
  forget,
  readDeleted,
  searchDeleted,
  type DeletedRow,
} from "../email/deleted-email.store.ts";
import { restoreEmails } from "./restore.ts";

/** Who only reads an account's mail sees nothing that was taken out of it. */
const toDeletedMail: Access = (actor, _verb, accountId) =>
  holdsMail(actor, accountId) && !actor.accounts[accountId]!.isReadOnly;

/** Messages that were destroyed, and can be brought back. */
export const deletedEmail: Served = serve(DeletedEmail, {
  access: toDeletedMail,
  without: ["copy"],
  store: {
    get: async ({ db, accountId }, ids, _properties, limit) =>
      (await readDeleted(db, accountId, ids, limit)).map(recordOf),
    list: ({ db, accountId }, filter, sort) =>
      searchDeleted(db, accountId, filter, { isAscending: sort[0]?.isAscending ?? true }),
    inBatches: true,
    async destroy({ w, accountId }, ids) {
      await forget(w, accountId, ids);
    },
  },
  methods: {
    restore: method({
      verb: "update",
      arguments: DELETED_EMAIL_METHODS.restore,
      async run(call, engine) {
        const { accountId, args } = call;
        const ids = [...new Set(args.ids)];
        if (ids.length > call.services.limits.maxObjectsInSet)
          refuse("requestTooLarge", "maxObjectsInSet");
        const restored = new Map<string, string>();
        const notRestored = new Map<string, SetError>();
        await restoreEmails(call, engine, ids, { restored, notRestored });
        return { accountId, restored: orNull(restored), notRestored: orNull(notRestored) };
      },
    }),
  },
});

const recordOf = (row: DeletedRow): DeletedEmailRecord => ({
  id: row.id,
  subject: row.subject,
  from: row.sender,
  preview: row.preview,
  size: row.size,
  hasAttachment: row.has_attachment,
  receivedAt: utcSeconds(row.received_at),
  deletedAt: utcSeconds(row.deleted_at),
});
