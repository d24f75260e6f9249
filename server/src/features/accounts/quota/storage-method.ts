import { STORAGE_METHODS, type AccountStorage } from "@atrium/contract/types/storage";
import { method, refuse, storageOf } from "../../../engine/index.ts";
import type { Db, Tx } from "../../../platform/db/index.ts";

/** Tells administrators what one account keeps. */
export const storageMethod = (
  /** The account of the person or thing; `null` where there is none. */
  accountOf: (db: Db | Tx, id: string) => Promise<string | null>,
) =>
  method({
    verb: "read",
    arguments: STORAGE_METHODS.storage,
    async run({ accountId: organisation, args: { id }, db, services: { quota: usual } }) {
      const accountId = await accountOf(db, id);
      if (accountId === null) return refuse("notFound", "no such account");
      const { used } = await storageOf(db, accountId, usual);
      return {
        accountId: organisation,
        id,
        octets: { used: used.octets, usual: usual.octets },
        emails: { used: used.emails, usual: usual.emails },
      } satisfies AccountStorage;
    },
  });
