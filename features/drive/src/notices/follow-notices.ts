import {
  ShareNotification,
  type ShareNotificationRecord,
} from "@atrium/contract/types/share-notification";
import type { DriveClient } from "../client.ts";
import { setUnseen } from "./unseen.ts";

/** What others have shared with the person and what became of it, until they have seen it (RFC 9670 §3). */
export interface Notices {
  /** They have looked at what is shared with them, or at this alone. */
  readonly markSeen: (id?: string) => void;
  readonly stop: () => void;
}

/**
 * Counts what was shared, and calls back with what is from now on.
 * @param accountId the account of the principals, which shows each person their own notifications
 */
export function followNotices(
  { client, accountId }: { readonly client: DriveClient; readonly accountId: string },
  onShared: (shared: readonly ShareNotificationRecord[]) => void,
): Notices {
  const account = client.account(accountId);
  /** Undefined until it is known what there was before. */
  let known: ReadonlySet<string> | undefined;
  const ofFiles = (): ShareNotificationRecord[] =>
    account.all(ShareNotification).filter(({ objectType }) => objectType === "FileNode");
  const follow = (): void => {
    if (!account.isWhole(ShareNotification)) return;
    const all = ofFiles();
    const given = all.filter(({ newRights }) => newRights !== null);
    setUnseen(given.length);
    const before = known;
    known = new Set(all.map(({ id }) => id));
    if (!before) return;
    // Who gets other rights than before has it already.
    const fresh = given.filter(({ id, oldRights }) => oldRights === null && !before.has(id));
    if (fresh.length > 0) onShared(fresh);
  };
  const stop = account.subscribeAll(ShareNotification, follow);
  account.fetchAll(ShareNotification).then(follow, () => undefined);
  const destroy = async (ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return;
    await client.call("ShareNotification/set", { accountId, destroy: ids });
    await account.sync();
  };
  return {
    markSeen(id) {
      // What could not be said is still there the next time.
      destroy(id === undefined ? ofFiles().map((one) => one.id) : [id]).catch(() => undefined);
    },
    stop() {
      stop();
      setUnseen(0);
    },
  };
}
